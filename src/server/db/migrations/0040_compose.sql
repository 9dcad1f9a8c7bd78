CREATE TABLE "article" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"title" text NOT NULL,
	"topic" text NOT NULL,
	"stage" text NOT NULL,
	"words" integer NOT NULL,
	"cost" bigint NOT NULL,
	"is_cost_unknown" boolean NOT NULL,
	"publication" jsonb,
	"latest_version" integer NOT NULL,
	"version" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"updated_by_id" text NOT NULL,
	"updated_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_content" (
	"article_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "article_content_article_id_number_pk" PRIMARY KEY("article_id","number")
);
--> statement-breakpoint
CREATE TABLE "article_file" (
	"id" text PRIMARY KEY NOT NULL,
	"article_id" text NOT NULL,
	"file" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_step" (
	"run_id" text PRIMARY KEY NOT NULL,
	"article_id" text NOT NULL,
	"project_id" text NOT NULL,
	"request" jsonb NOT NULL,
	"targets" jsonb NOT NULL,
	"is_sample" boolean NOT NULL,
	"caller_id" text NOT NULL,
	"caller_name" text NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"result" jsonb,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "article_version" (
	"article_id" text NOT NULL,
	"number" integer NOT NULL,
	"name" text,
	"reason" text NOT NULL,
	"title" text NOT NULL,
	"words" integer NOT NULL,
	"size" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_version_article_id_number_pk" PRIMARY KEY("article_id","number")
);
--> statement-breakpoint
ALTER TABLE "article" ADD CONSTRAINT "article_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_content" ADD CONSTRAINT "article_content_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_step" ADD CONSTRAINT "article_step_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_version" ADD CONSTRAINT "article_version_article_id_article_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."article"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_project_updated" ON "article" USING btree ("project_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "article_created_by" ON "article" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "article_updated_by" ON "article" USING btree ("updated_by_id");--> statement-breakpoint
CREATE INDEX "article_file_article" ON "article_file" USING btree ("article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "article_step_idempotency" ON "article_step" USING btree ("caller_id","idempotency_key") WHERE "article_step"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "article_step_article" ON "article_step" USING btree ("article_id","created_at");--> statement-breakpoint
CREATE INDEX "article_version_created_by" ON "article_version" USING btree ("created_by_id");