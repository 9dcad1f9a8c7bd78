ALTER TABLE "mail_message" ADD COLUMN "worker_id" text;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD COLUMN "worker_id" text;