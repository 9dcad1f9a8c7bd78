CREATE TABLE "api_key" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"hash" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"reference" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entry_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "identity" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"state_changed_at" timestamp with time zone NOT NULL,
	"available_aal" text DEFAULT 'aal1' NOT NULL,
	"verifiable_address_id" text NOT NULL,
	"recovery_address_id" text NOT NULL,
	"address_status" text DEFAULT 'pending' NOT NULL,
	"verified_at" timestamp with time zone,
	"address_created_at" timestamp with time zone NOT NULL,
	"address_updated_at" timestamp with time zone NOT NULL,
	"password_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "identity_code" (
	"id" text PRIMARY KEY NOT NULL,
	"flow_id" text NOT NULL,
	"identity_id" text NOT NULL,
	"address" text NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_error" (
	"id" text PRIMARY KEY NOT NULL,
	"error" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_flow" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"state" text NOT NULL,
	"active" text,
	"request_url" text NOT NULL,
	"return_to" text,
	"requested_aal" text DEFAULT 'aal1' NOT NULL,
	"refresh" boolean DEFAULT false NOT NULL,
	"identity_id" text,
	"csrf_hash" text,
	"messages" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fields" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"internal" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"submit_count" integer DEFAULT 0 NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_lookup_code" (
	"identity_id" text NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_session" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"identity_id" text NOT NULL,
	"aal" text NOT NULL,
	"authentication_methods" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"authenticated_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"device_id" text NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "identity_session_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "identity_signing_key" (
	"id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_jwk" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity_totp" (
	"identity_id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"last_counter" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity_webauthn_key" (
	"id" text PRIMARY KEY NOT NULL,
	"identity_id" text NOT NULL,
	"kind" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"display_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_message" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "model" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"context_window" integer,
	"max_output_tokens" integer,
	"input_price" bigint,
	"output_price" bigint,
	"supports" jsonb NOT NULL,
	"position" integer NOT NULL,
	"origin" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "org" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"plan_status" text DEFAULT 'free' NOT NULL,
	"plan_interval" text,
	"pending_plan" text,
	"pending_plan_interval" text,
	"pending_plan_date" timestamp with time zone,
	"trial_ends_at" timestamp with time zone,
	"grace_period_ends_at" timestamp with time zone,
	"balance" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "org_member" (
	"org_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "org_member_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "project" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_member" (
	"project_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_member_project_id_user_id_pk" PRIMARY KEY("project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "run" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"task_id" text NOT NULL,
	"task_name" text NOT NULL,
	"revision" integer,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"model_id" text NOT NULL,
	"input_preview" text NOT NULL,
	"inputs" jsonb NOT NULL,
	"output" jsonb,
	"output_text" text DEFAULT '' NOT NULL,
	"resets" integer DEFAULT 0 NOT NULL,
	"output_valid" boolean,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost" bigint,
	"latency_ms" integer,
	"first_token_ms" integer,
	"error" jsonb,
	"caller_type" text NOT NULL,
	"caller_id" text NOT NULL,
	"caller_name" text NOT NULL,
	"idempotency_key" text,
	"request_hash" text,
	"worker_id" text NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "run_trace" (
	"run_id" text PRIMARY KEY NOT NULL,
	"steps" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "run_worker" (
	"id" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"caller" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"headers" jsonb,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_caller_key_pk" PRIMARY KEY("caller","key")
);
--> statement-breakpoint
CREATE TABLE "system_fact" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"active_revision" integer,
	"latest_revision" integer,
	"model_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_draft" (
	"task_id" text PRIMARY KEY NOT NULL,
	"definition" jsonb NOT NULL,
	"base_revision" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by_id" text NOT NULL,
	"updated_by_name" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "task_revision" (
	"task_id" text NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"note" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "task_revision_task_id_number_pk" PRIMARY KEY("task_id","number")
);
--> statement-breakpoint
CREATE TABLE "task_use" (
	"task_id" text NOT NULL,
	"day" date NOT NULL,
	"revision" integer NOT NULL,
	"runs" integer NOT NULL,
	"cost" bigint NOT NULL,
	"unpriced_runs" integer NOT NULL,
	"latency_ms" bigint NOT NULL,
	"valid_runs" integer NOT NULL,
	"invalid_runs" integer NOT NULL,
	CONSTRAINT "task_use_task_id_day_revision_pk" PRIMARY KEY("task_id","day","revision")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"identity_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"identity_name" text NOT NULL,
	"avatar" text,
	"bio" text DEFAULT '' NOT NULL,
	"is_onboarding" boolean DEFAULT false NOT NULL,
	"job_role" text,
	"subscribed_to_newsletter" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_identity_id_unique" UNIQUE("identity_id")
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_created_by_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_code" ADD CONSTRAINT "identity_code_flow_id_identity_flow_id_fk" FOREIGN KEY ("flow_id") REFERENCES "public"."identity_flow"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_code" ADD CONSTRAINT "identity_code_identity_id_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_flow" ADD CONSTRAINT "identity_flow_identity_id_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_lookup_code" ADD CONSTRAINT "identity_lookup_code_identity_id_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_session" ADD CONSTRAINT "identity_session_identity_id_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_totp" ADD CONSTRAINT "identity_totp_identity_id_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_webauthn_key" ADD CONSTRAINT "identity_webauthn_key_identity_id_identity_id_fk" FOREIGN KEY ("identity_id") REFERENCES "public"."identity"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_member" ADD CONSTRAINT "org_member_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_member" ADD CONSTRAINT "org_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_member" ADD CONSTRAINT "project_member_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task" ADD CONSTRAINT "task_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_draft" ADD CONSTRAINT "task_draft_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "task_revision" ADD CONSTRAINT "task_revision_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_project" ON "api_key" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entry_org" ON "ledger_entry" USING btree ("org_id","kind");--> statement-breakpoint
CREATE INDEX "identity_code_flow" ON "identity_code" USING btree ("flow_id");--> statement-breakpoint
CREATE INDEX "identity_flow_expires" ON "identity_flow" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "identity_lookup_code_hash" ON "identity_lookup_code" USING btree ("identity_id","hash");--> statement-breakpoint
CREATE INDEX "identity_session_identity" ON "identity_session" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "identity_session_expires" ON "identity_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identity_webauthn_key_identity" ON "identity_webauthn_key" USING btree ("identity_id");--> statement-breakpoint
CREATE INDEX "mail_message_due" ON "mail_message" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "org_member_user" ON "org_member" USING btree ("user_id","org_id");--> statement-breakpoint
CREATE UNIQUE INDEX "project_org_name" ON "project" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE INDEX "project_org" ON "project" USING btree ("org_id","id");--> statement-breakpoint
CREATE INDEX "project_member_user" ON "project_member" USING btree ("user_id","project_id");--> statement-breakpoint
CREATE INDEX "run_project" ON "run" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "run_task" ON "run" USING btree ("task_id","id");--> statement-breakpoint
CREATE INDEX "run_project_status" ON "run" USING btree ("project_id","status","id") WHERE "run"."status" <> 'succeeded';--> statement-breakpoint
CREATE UNIQUE INDEX "run_idempotency" ON "run" USING btree ("caller_id","idempotency_key") WHERE "run"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "task_project_name" ON "task" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "task_project_updated" ON "task" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "task_project_created" ON "task" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "task_org_updated" ON "task" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "task_org_name" ON "task" USING btree ("org_id",lower("name"),"id");--> statement-breakpoint
CREATE INDEX "task_org_created" ON "task" USING btree ("org_id","id");