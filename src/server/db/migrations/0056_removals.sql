CREATE TABLE "removal" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text,
	"user_id" text NOT NULL,
	"mailbox" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "removal_user" ON "removal" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE INDEX "removal_mailbox" ON "removal" USING btree ("org_id","mailbox");--> statement-breakpoint
CREATE INDEX "chat_link_created_by" ON "chat_link" USING btree ("created_by_id");--> statement-breakpoint
INSERT INTO "removal" ("id", "org_id", "user_id", "created_at")
SELECT 'removal_' || md5("org_id" || "user_id"), "org_id", "user_id", "created_at" FROM "join_block";
