ALTER TABLE "user" ADD COLUMN "credit_due_to" text;--> statement-breakpoint
CREATE INDEX "user_credit_due" ON "user" USING btree ("credit_due_to");