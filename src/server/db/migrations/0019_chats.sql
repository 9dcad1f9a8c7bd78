CREATE TABLE "chat" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"config" jsonb NOT NULL,
	"config_version" integer NOT NULL,
	"audience" text NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" text NOT NULL,
	"owner_name" text NOT NULL,
	"widget_id" text,
	"message_count" integer NOT NULL,
	"change" integer NOT NULL,
	"last_message_id" text,
	"last_message_at" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_attachment" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"message_id" text,
	"owner_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"media_type" text NOT NULL,
	"size" integer NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"file" text,
	"chunks" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chat_config" (
	"chat_id" text NOT NULL,
	"number" integer NOT NULL,
	"config" jsonb NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_config_chat_id_number_pk" PRIMARY KEY("chat_id","number")
);
--> statement-breakpoint
CREATE TABLE "chat_link" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"hash" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_viewed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_message" (
	"id" text PRIMARY KEY NOT NULL,
	"chat_id" text NOT NULL,
	"parent_id" text,
	"position" integer NOT NULL,
	"change" integer NOT NULL,
	"role" text NOT NULL,
	"author_type" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"text" text NOT NULL,
	"inputs" jsonb,
	"attachment_ids" text[] NOT NULL,
	"status" text NOT NULL,
	"ref" text,
	"run_id" text,
	"worker_id" text,
	"attempts" integer NOT NULL,
	"model_id" text,
	"config_version" integer NOT NULL,
	"output" jsonb,
	"citations" jsonb NOT NULL,
	"passages" jsonb NOT NULL,
	"grounding" text,
	"steps" jsonb NOT NULL,
	"actions" jsonb NOT NULL,
	"summary" jsonb,
	"error" jsonb,
	"usage" jsonb,
	"latency_ms" integer,
	"rating" text,
	"rating_note" text,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "chat_pin" (
	"chat_id" text NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "chat_pin_chat_id_user_id_pk" PRIMARY KEY("chat_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "visitor" (
	"id" text PRIMARY KEY NOT NULL,
	"widget_id" text NOT NULL,
	"hash" text NOT NULL,
	"name" text NOT NULL,
	"page" text NOT NULL,
	"chat_id" text NOT NULL,
	"sent_on" text NOT NULL,
	"sent_count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "widget" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"enabled" boolean NOT NULL,
	"origins" text[] NOT NULL,
	"theme" jsonb NOT NULL,
	"config" jsonb NOT NULL,
	"daily_messages" integer NOT NULL,
	"version" integer NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat" ADD CONSTRAINT "chat_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat" ADD CONSTRAINT "chat_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat" ADD CONSTRAINT "chat_widget_id_widget_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widget"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_attachment" ADD CONSTRAINT "chat_attachment_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_config" ADD CONSTRAINT "chat_config_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_link" ADD CONSTRAINT "chat_link_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_pin" ADD CONSTRAINT "chat_pin_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor" ADD CONSTRAINT "visitor_widget_id_widget_id_fk" FOREIGN KEY ("widget_id") REFERENCES "public"."widget"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visitor" ADD CONSTRAINT "visitor_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget" ADD CONSTRAINT "widget_org_id_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."org"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "widget" ADD CONSTRAINT "widget_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_project_used" ON "chat" USING btree ("project_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "chat_owner" ON "chat" USING btree ("project_id","owner_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "chat_widget" ON "chat" USING btree ("widget_id");--> statement-breakpoint
CREATE INDEX "chat_org" ON "chat" USING btree ("org_id");--> statement-breakpoint
CREATE INDEX "chat_deleted" ON "chat" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "chat_attachment_chat" ON "chat_attachment" USING btree ("chat_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_link_hash" ON "chat_link" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "chat_link_chat" ON "chat_link" USING btree ("chat_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_message_position" ON "chat_message" USING btree ("chat_id","position");--> statement-breakpoint
CREATE UNIQUE INDEX "chat_message_ref" ON "chat_message" USING btree ("chat_id","author_id","ref");--> statement-breakpoint
CREATE INDEX "chat_message_change" ON "chat_message" USING btree ("chat_id","change");--> statement-breakpoint
CREATE INDEX "chat_message_parent" ON "chat_message" USING btree ("chat_id","parent_id");--> statement-breakpoint
CREATE INDEX "chat_message_worker" ON "chat_message" USING btree ("worker_id");--> statement-breakpoint
CREATE INDEX "chat_pin_user" ON "chat_pin" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "visitor_hash" ON "visitor" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "visitor_widget" ON "visitor" USING btree ("widget_id","id");--> statement-breakpoint
CREATE INDEX "visitor_chat" ON "visitor" USING btree ("chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "widget_key" ON "widget" USING btree ("key");--> statement-breakpoint
CREATE INDEX "widget_project" ON "widget" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "widget_org" ON "widget" USING btree ("org_id");