CREATE TABLE "spend_alert" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text,
	"amount" bigint NOT NULL,
	"notified_month" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spend_limit" (
	"id" text PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"project_id" text NOT NULL,
	"api_key_id" text,
	"amount" bigint NOT NULL,
	"month" text NOT NULL,
	"spent" bigint NOT NULL,
	"reserved" bigint NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_day" (
	"org_id" text NOT NULL,
	"day" text NOT NULL,
	"project_id" text NOT NULL,
	"task_id" text NOT NULL,
	"model_id" text NOT NULL,
	"caller_id" text NOT NULL,
	"kind" text NOT NULL,
	"task_name" text NOT NULL,
	"caller_type" text,
	"calls" integer NOT NULL,
	"unpriced" integer NOT NULL,
	"cost" bigint NOT NULL,
	"own" bigint NOT NULL,
	"charged" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	CONSTRAINT "usage_day_org_id_day_project_id_task_id_model_id_caller_id_kind_pk" PRIMARY KEY("org_id","day","project_id","task_id","model_id","caller_id","kind")
);
--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "reservation" ADD COLUMN "project_id" text;--> statement-breakpoint
ALTER TABLE "reservation" ADD COLUMN "api_key_id" text;--> statement-breakpoint
ALTER TABLE "spend_alert" ADD CONSTRAINT "spend_alert_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_alert" ADD CONSTRAINT "spend_alert_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_limit" ADD CONSTRAINT "spend_limit_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spend_limit" ADD CONSTRAINT "spend_limit_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spend_alert_org" ON "spend_alert" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "spend_alert_project" ON "spend_alert" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "spend_limit_project" ON "spend_limit" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "spend_limit_key" ON "spend_limit" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "ledger_entry_time" ON "ledger_entry" USING btree ("org_id","created_at","id");--> statement-breakpoint
INSERT INTO "usage_day" ("org_id", "day", "project_id", "task_id", "model_id", "caller_id", "kind", "task_name", "caller_type", "calls", "unpriced", "cost", "own", "charged", "input_tokens", "output_tokens")
SELECT org_id, to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD'), project_id, task_id, model_id,
  case caller_type when 'visitor' then '' else caller_id end, 'run', max(task_name), max(caller_type), count(*),
  count(*) filter (where cost is null), coalesce(sum(cost), 0),
  coalesce(sum(cost - billed) filter (where billed < cost), 0), coalesce(sum(coalesce(billed, cost)), 0),
  sum(input_tokens), sum(output_tokens)
FROM run WHERE ended_at is not null GROUP BY 1, 2, 3, 4, 5, 6;--> statement-breakpoint
INSERT INTO "usage_day" ("org_id", "day", "project_id", "task_id", "model_id", "caller_id", "kind", "task_name", "calls", "unpriced", "cost", "own", "charged", "input_tokens", "output_tokens")
SELECT org_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'), '', '', '', '', kind, '', count(*), 0, -sum(amount), 0, -sum(amount), 0, 0
FROM ledger_entry WHERE kind in ('indexing', 'search', 'model_test') GROUP BY 1, 2, 7;
