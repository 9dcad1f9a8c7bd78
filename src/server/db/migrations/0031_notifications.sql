CREATE TABLE "balance_alert" (
	"org_id" text PRIMARY KEY NOT NULL,
	"level" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"event" text NOT NULL,
	"facts" jsonb NOT NULL,
	"ref" text NOT NULL,
	"path" text,
	"in_app" boolean NOT NULL,
	"is_read" boolean NOT NULL,
	"mail_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_setting" (
	"user_id" text PRIMARY KEY NOT NULL,
	"preferences" jsonb NOT NULL,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "unsubscribe_url" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "verified_email" text;--> statement-breakpoint
ALTER TABLE "balance_alert" ADD CONSTRAINT "balance_alert_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_setting" ADD CONSTRAINT "notification_setting_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_user" ON "notification" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notification_due" ON "notification" USING btree ("mail_at") WHERE "notification"."mail_at" is not null;--> statement-breakpoint
CREATE INDEX "invitation_email" ON "invitation" USING btree ("email_key") WHERE "invitation"."status" = 'open';