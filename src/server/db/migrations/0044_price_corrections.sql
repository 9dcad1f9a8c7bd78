CREATE TABLE "corrected_org" (
	"correction_id" text NOT NULL,
	"org_id" text NOT NULL,
	"model_id" text NOT NULL,
	"runs" integer NOT NULL,
	"due" bigint NOT NULL,
	"amount" bigint,
	CONSTRAINT "corrected_org_correction_id_org_id_pk" PRIMARY KEY("correction_id","org_id")
);
--> statement-breakpoint
CREATE TABLE "corrected_run" (
	"correction_id" text NOT NULL,
	"run_id" text NOT NULL,
	"org_id" text NOT NULL,
	"cost_before" bigint,
	"cost_after" bigint,
	"billed_before" bigint NOT NULL,
	"billed_after" bigint NOT NULL,
	"change" bigint NOT NULL,
	"steps_before" jsonb NOT NULL,
	"steps_after" jsonb NOT NULL,
	"is_applied" boolean NOT NULL,
	CONSTRAINT "corrected_run_correction_id_run_id_pk" PRIMARY KEY("correction_id","run_id")
);
--> statement-breakpoint
CREATE TABLE "price_change" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"model_id" text NOT NULL,
	"input_price_before" bigint,
	"output_price_before" bigint,
	"input_price" bigint,
	"output_price" bigint,
	"changed_by_id" text,
	"changed_by_name" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "price_correction" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"model_id" text NOT NULL,
	"is_general" boolean NOT NULL,
	"status" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"input_price" bigint,
	"output_price" bigint,
	"undoes" text,
	"undone_by" text,
	"cursor" text NOT NULL,
	"progress" integer NOT NULL,
	"runs" integer NOT NULL,
	"pending_runs" integer NOT NULL,
	"applied_runs" integer NOT NULL,
	"skipped_runs" integer NOT NULL,
	"organizations" integer NOT NULL,
	"cost_before" bigint NOT NULL,
	"cost_after" bigint NOT NULL,
	"unpriced_runs" integer NOT NULL,
	"given_back" bigint NOT NULL,
	"taken" bigint NOT NULL,
	"waived" bigint NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"worker_id" text,
	"lease_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "corrected_org" ADD CONSTRAINT "corrected_org_correction_id_price_correction_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."price_correction"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrected_run" ADD CONSTRAINT "corrected_run_correction_id_price_correction_id_fk" FOREIGN KEY ("correction_id") REFERENCES "public"."price_correction"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_change" ADD CONSTRAINT "price_change_endpoint_id_model_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."model_endpoint"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_correction" ADD CONSTRAINT "price_correction_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrected_org_model" ON "corrected_org" USING btree ("org_id","model_id");--> statement-breakpoint
CREATE INDEX "corrected_run_open" ON "corrected_run" USING btree ("correction_id","run_id") WHERE not "corrected_run"."is_applied";--> statement-breakpoint
CREATE INDEX "price_change_model" ON "price_change" USING btree ("model_id","id");--> statement-breakpoint
CREATE INDEX "price_change_org" ON "price_change" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "price_change_endpoint" ON "price_change" USING btree ("endpoint_id");--> statement-breakpoint
CREATE INDEX "price_correction_org" ON "price_correction" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "price_correction_open" ON "price_correction" USING btree ("id") WHERE "price_correction"."status" in ('calculating', 'applying');