ALTER TABLE "chat_attachment" DROP CONSTRAINT "chat_attachment_chat_id_chat_id_fk";
