CREATE TABLE "access_link" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"type" text NOT NULL,
	"thing_id" text NOT NULL,
	"task_id" text,
	"collection_id" text,
	"chat_id" text,
	"level" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "share" (
	"id" text PRIMARY KEY NOT NULL,
	"org_id" text NOT NULL,
	"project_id" text NOT NULL,
	"type" text NOT NULL,
	"thing_id" text NOT NULL,
	"task_id" text,
	"collection_id" text,
	"chat_id" text,
	"user_id" text,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"level" text NOT NULL,
	"link_id" text,
	"invitation_id" text,
	"created_by_id" text NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_link" ADD CONSTRAINT "access_link_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_task_id_task_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."task"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_chat_id_chat_id_fk" FOREIGN KEY ("chat_id") REFERENCES "public"."chat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_link_id_access_link_id_fk" FOREIGN KEY ("link_id") REFERENCES "public"."access_link"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share" ADD CONSTRAINT "share_invitation_id_invitation_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_link_thing" ON "access_link" USING btree ("thing_id","id");--> statement-breakpoint
CREATE INDEX "access_link_project" ON "access_link" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "access_link_task" ON "access_link" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "access_link_collection" ON "access_link" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "access_link_chat" ON "access_link" USING btree ("chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "share_person" ON "share" USING btree ("thing_id","user_id",coalesce("link_id", '')) WHERE "share"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "share_invited" ON "share" USING btree ("thing_id","email_key") WHERE "share"."user_id" is null;--> statement-breakpoint
CREATE INDEX "share_user" ON "share" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "share_project" ON "share" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "share_task" ON "share" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "share_collection" ON "share" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "share_chat" ON "share" USING btree ("chat_id");--> statement-breakpoint
CREATE INDEX "share_link" ON "share" USING btree ("link_id");--> statement-breakpoint
CREATE INDEX "share_invitation" ON "share" USING btree ("invitation_id");