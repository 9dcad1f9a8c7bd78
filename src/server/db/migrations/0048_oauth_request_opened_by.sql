ALTER TABLE "oauth_request" ADD COLUMN "opened_by" text;--> statement-breakpoint
ALTER TABLE "oauth_request" ADD CONSTRAINT "oauth_request_opened_by_user_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "oauth_request_opened_by" ON "oauth_request" USING btree ("opened_by");