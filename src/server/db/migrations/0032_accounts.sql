CREATE TABLE "erasure" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"avatar" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "delete_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "delete_org_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "user_delete_at" ON "user" USING btree ("delete_at") WHERE "user"."delete_at" is not null;