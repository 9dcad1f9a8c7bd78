ALTER TABLE "mail_message" DROP COLUMN "subject";--> statement-breakpoint
ALTER TABLE "mail_message" DROP COLUMN "text";--> statement-breakpoint
ALTER TABLE "mail_message" DROP COLUMN "html";--> statement-breakpoint
ALTER TABLE "mail_message" DROP COLUMN "unsubscribe_url";