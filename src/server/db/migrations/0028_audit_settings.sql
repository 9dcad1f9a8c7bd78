CREATE TABLE "audit_setting" (
	"org_id" text PRIMARY KEY NOT NULL,
	"retention_days" integer NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
UPDATE "audit_entry" SET "target_name" = '' WHERE "target_name" IS NULL;--> statement-breakpoint
ALTER TABLE "audit_entry" ALTER COLUMN "target_name" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_setting" ADD CONSTRAINT "audit_setting_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;