DROP INDEX "tool_credential_origin";--> statement-breakpoint
ALTER TABLE "tool_credential" ADD COLUMN "path" text DEFAULT '/' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "tool_credential_origin" ON "tool_credential" USING btree ("project_id","origin","path");