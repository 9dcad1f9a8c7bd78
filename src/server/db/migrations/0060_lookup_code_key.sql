DROP INDEX "identity_lookup_code_hash";--> statement-breakpoint
ALTER TABLE "identity_lookup_code" ADD CONSTRAINT "identity_lookup_code_identity_id_hash_pk" PRIMARY KEY("identity_id","hash");