CREATE TABLE "invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"role" text,
	"projects" jsonb NOT NULL,
	"project_ids" text[] NOT NULL,
	"message" text NOT NULL,
	"status" text NOT NULL,
	"invited_by_id" text NOT NULL,
	"invited_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "sign_in_method" text;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "invitation" USING btree ("org_id","email_key") WHERE "invitation"."status" = 'open';--> statement-breakpoint
CREATE INDEX "invitation_org" ON "invitation" USING btree ("org_id","status","id");--> statement-breakpoint
CREATE INDEX "user_email" ON "user" USING btree (lower("email"));