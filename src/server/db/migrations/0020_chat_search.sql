ALTER TABLE "chat" DROP CONSTRAINT "chat_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "chat" DROP CONSTRAINT "chat_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "chat" DROP CONSTRAINT "chat_widget_id_widget_id_fk";
--> statement-breakpoint
ALTER TABLE "chat_message" DROP CONSTRAINT "chat_message_chat_id_chat_id_fk";
--> statement-breakpoint
ALTER TABLE "visitor" DROP CONSTRAINT "visitor_widget_id_widget_id_fk";
--> statement-breakpoint
DROP INDEX "chat_org";--> statement-breakpoint
DROP INDEX "chat_widget";--> statement-breakpoint
ALTER TABLE "chat_message" ADD COLUMN "project_id" text;--> statement-breakpoint
UPDATE "chat_message" m SET "project_id" = c."project_id" FROM "chat" c WHERE c."id" = m."chat_id";--> statement-breakpoint
ALTER TABLE "chat_message" ALTER COLUMN "project_id" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "chat_attachment_unsent" ON "chat_attachment" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "chat_message_project" ON "chat_message" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "visitor_expired" ON "visitor" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "chat_widget" ON "chat" USING btree ("widget_id","owner_id");--> statement-breakpoint
-- The words of a message and its project, for searches: see core/chat/search-words.ts, which divides texts the same way.
ALTER TABLE "chat_message" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(regexp_replace(regexp_replace(regexp_replace(lower(left("text", 50000)), '([\u3040-\u30ff\u4e00-\u9fff])', ' \1 ', 'g'), '[\u0001-/:-@[-`{-\u00bf\u2000-\u206f\u3000-\u303f]+', ' ', 'g'), '([^ ]{64})[^ ]+', '\1', 'g') || ' @' || "project_id", ' '), ''))) STORED;--> statement-breakpoint
CREATE INDEX "chat_message_words" ON "chat_message" USING gin ("words");
