ALTER TABLE "identity_code" ADD COLUMN "sealed" text;--> statement-breakpoint
CREATE INDEX "identity_code_owner" ON "identity_code" USING btree ("identity_id");