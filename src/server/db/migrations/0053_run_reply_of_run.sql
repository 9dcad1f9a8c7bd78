DROP INDEX "run_reply_run";--> statement-breakpoint
ALTER TABLE "run_reply" DROP CONSTRAINT "run_reply_pkey";--> statement-breakpoint
ALTER TABLE "run_reply" ADD CONSTRAINT "run_reply_run_id_step_id_pk" PRIMARY KEY("run_id","step_id");
