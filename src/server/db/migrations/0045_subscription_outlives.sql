ALTER TABLE "subscription" DROP CONSTRAINT "subscription_org_id_org_id_fk";
