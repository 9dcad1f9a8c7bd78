ALTER TABLE "corrected_org" DROP CONSTRAINT "corrected_org_correction_id_price_correction_id_fk";
--> statement-breakpoint
ALTER TABLE "corrected_run" DROP CONSTRAINT "corrected_run_correction_id_price_correction_id_fk";
--> statement-breakpoint
ALTER TABLE "chat_config" DROP CONSTRAINT "chat_config_chat_id_chat_id_fk";
--> statement-breakpoint
ALTER TABLE "chat_pin" DROP CONSTRAINT "chat_pin_chat_id_chat_id_fk";
--> statement-breakpoint
ALTER TABLE "collection" DROP CONSTRAINT "collection_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "collection" DROP CONSTRAINT "collection_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "collection_question" DROP CONSTRAINT "collection_question_collection_id_collection_id_fk";
--> statement-breakpoint
ALTER TABLE "upload" DROP CONSTRAINT "upload_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "upload" DROP CONSTRAINT "upload_collection_id_collection_id_fk";
--> statement-breakpoint
ALTER TABLE "datasource_sync" DROP CONSTRAINT "datasource_sync_datasource_id_datasource_id_fk";
--> statement-breakpoint
ALTER TABLE "article" DROP CONSTRAINT "article_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "article_step" DROP CONSTRAINT "article_step_article_id_article_id_fk";
--> statement-breakpoint
ALTER TABLE "dataset_case" DROP CONSTRAINT "dataset_case_dataset_id_dataset_id_fk";
--> statement-breakpoint
ALTER TABLE "evaluation" DROP CONSTRAINT "evaluation_task_id_task_id_fk";
--> statement-breakpoint
ALTER TABLE "evaluation_result" DROP CONSTRAINT "evaluation_result_evaluation_id_evaluation_id_fk";
--> statement-breakpoint
ALTER TABLE "invitation" DROP CONSTRAINT "invitation_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "oauth_grant" DROP CONSTRAINT "oauth_grant_client_id_oauth_client_id_fk";
--> statement-breakpoint
ALTER TABLE "oauth_request" DROP CONSTRAINT "oauth_request_client_id_oauth_client_id_fk";
--> statement-breakpoint
ALTER TABLE "oauth_token" DROP CONSTRAINT "oauth_token_client_id_oauth_client_id_fk";
--> statement-breakpoint
ALTER TABLE "join_block" DROP CONSTRAINT "join_block_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "join_request" DROP CONSTRAINT "join_request_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "org_member" DROP CONSTRAINT "org_member_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "project" DROP CONSTRAINT "project_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "project_member" DROP CONSTRAINT "project_member_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "access_link" DROP CONSTRAINT "access_link_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "share" DROP CONSTRAINT "share_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "task" DROP CONSTRAINT "task_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "task" DROP CONSTRAINT "task_project_id_project_id_fk";
--> statement-breakpoint
ALTER TABLE "task_revision" DROP CONSTRAINT "task_revision_task_id_task_id_fk";
--> statement-breakpoint
ALTER TABLE "template" DROP CONSTRAINT "template_org_id_org_id_fk";
--> statement-breakpoint
ALTER TABLE "task_webhook" DROP CONSTRAINT "task_webhook_webhook_id_webhook_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_delivery" DROP CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk";
--> statement-breakpoint
ALTER TABLE "project" ADD COLUMN "moved_from" text;--> statement-breakpoint
ALTER TABLE "transfer" ADD COLUMN "written" integer;--> statement-breakpoint
CREATE INDEX "project_moving" ON "project" USING btree ("id") WHERE "project"."moved_from" is not null;