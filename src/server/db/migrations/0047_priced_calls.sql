CREATE TABLE "priced_call" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text,
	"model_id" text NOT NULL,
	"kind" text NOT NULL,
	"caller_type" text,
	"caller_id" text,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"cost" bigint,
	"billed" bigint NOT NULL,
	"ended_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "corrected_org" ADD COLUMN "calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_correction" ADD COLUMN "calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "price_correction" ADD COLUMN "unknown_calls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "priced_call_model" ON "priced_call" USING btree ("model_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entry_model" ON "ledger_entry" USING btree ("note","created_at") WHERE "ledger_entry"."kind" in ('indexing', 'search', 'model_test');