ALTER TABLE "webhook_delivery" RENAME COLUMN "locked_until" TO "lease_until";--> statement-breakpoint
ALTER TABLE "webhook_delivery" RENAME COLUMN "next_attempt_at" TO "due_at";--> statement-breakpoint
ALTER TABLE "indexing" RENAME COLUMN "locked_until" TO "lease_until";--> statement-breakpoint
ALTER TABLE "indexing" RENAME COLUMN "attempt" TO "attempts";--> statement-breakpoint
ALTER TABLE "datasource_sync" RENAME COLUMN "locked_until" TO "lease_until";--> statement-breakpoint
ALTER TABLE "datasource_sync" RENAME COLUMN "attempt" TO "attempts";--> statement-breakpoint
ALTER TABLE "mail_message" RENAME COLUMN "next_attempt_at" TO "due_at";--> statement-breakpoint
ALTER TABLE "api_key" RENAME COLUMN "created_by" TO "created_by_id";
