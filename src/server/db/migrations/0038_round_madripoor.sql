ALTER TABLE "api_key" DROP CONSTRAINT "api_key_created_by_user_id_fk";
--> statement-breakpoint
ALTER TABLE "endpoint_hold" ADD COLUMN "run_id" text;--> statement-breakpoint
ALTER TABLE "endpoint_hold" ADD COLUMN "used" bigint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "endpoint_model" ADD COLUMN "fallback_model_id" text;--> statement-breakpoint
CREATE INDEX "endpoint_hold_run" ON "endpoint_hold" USING btree ("run_id");