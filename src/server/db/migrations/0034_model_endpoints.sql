CREATE TABLE "endpoint_hold" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "endpoint_model" (
	"id" text PRIMARY KEY NOT NULL,
	"endpoint_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"title" text,
	"chosen" boolean NOT NULL,
	"context_window" integer,
	"max_output_tokens" integer,
	"input_price" bigint,
	"output_price" bigint,
	"supports" jsonb NOT NULL,
	"edited" text[] NOT NULL,
	"is_listed" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "endpoint_spend" (
	"endpoint_id" text NOT NULL,
	"month" text NOT NULL,
	"spent" bigint NOT NULL,
	"unpriced_calls" integer NOT NULL,
	CONSTRAINT "endpoint_spend_endpoint_id_month_pk" PRIMARY KEY("endpoint_id","month")
);
--> statement-breakpoint
CREATE TABLE "model_endpoint" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"base_url" text,
	"api_version" text,
	"region" text,
	"access_key_id" text,
	"key" text,
	"key_last_four" text NOT NULL,
	"key_changed_at" timestamp with time zone,
	"key_used_at" timestamp with time zone,
	"headers" jsonb NOT NULL,
	"offer" text NOT NULL,
	"fallback_model_id" text,
	"spend_limit" bigint,
	"reserved" bigint DEFAULT 0 NOT NULL,
	"problem" text,
	"checked_at" timestamp with time zone,
	"connection" integer DEFAULT 1 NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "billed" bigint;--> statement-breakpoint
ALTER TABLE "endpoint_hold" ADD CONSTRAINT "endpoint_hold_endpoint_id_model_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."model_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoint_model" ADD CONSTRAINT "endpoint_model_endpoint_id_model_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."model_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "endpoint_spend" ADD CONSTRAINT "endpoint_spend_endpoint_id_model_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."model_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_endpoint" ADD CONSTRAINT "model_endpoint_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "endpoint_hold_endpoint" ON "endpoint_hold" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "endpoint_hold_age" ON "endpoint_hold" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "endpoint_model_endpoint" ON "endpoint_model" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "model_endpoint_org" ON "model_endpoint" USING btree ("org_id","id");