CREATE TABLE "invitation_mail" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "mail_message_due";--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "kind" text DEFAULT 'notice' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "owner" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_message" ADD COLUMN "content" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Sealed by the server when it starts: the database has no key.
UPDATE "mail_message" SET "owner" = "recipient", "content" = 'plain:' || json_build_object('subject', "subject", 'text', "text", 'html', "html", 'unsubscribeUrl', "unsubscribe_url")::text;--> statement-breakpoint
ALTER TABLE "mail_message" ALTER COLUMN "kind" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mail_message" ALTER COLUMN "owner" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mail_message" ALTER COLUMN "content" DROP DEFAULT;--> statement-breakpoint
CREATE INDEX "invitation_mail_user" ON "invitation_mail" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invitation_mail_sender" ON "invitation_mail" USING btree ("sender","created_at");--> statement-breakpoint
CREATE INDEX "invitation_mail_recipient" ON "invitation_mail" USING btree ("recipient","created_at");--> statement-breakpoint
CREATE INDEX "invitation_mail_created" ON "invitation_mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_message_due" ON "mail_message" USING btree ("status","kind","owner","next_attempt_at");