ALTER TABLE "run" ADD COLUMN "chat_id" text;--> statement-breakpoint
UPDATE "run" SET "chat_id" = "task_id" WHERE "source" = 'chat' AND "task_id" LIKE 'chat\_%';--> statement-breakpoint
UPDATE "run" SET "chat_id" = "chat_message"."chat_id" FROM "chat_message" WHERE "chat_message"."run_id" = "run"."id" AND "run"."source" = 'chat' AND "run"."chat_id" IS NULL;
