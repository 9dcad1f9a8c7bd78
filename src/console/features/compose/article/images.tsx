import { Button, FileButton, TextInput } from '@mantine/core';
import { IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#console/api/error-message.ts';
import { mutate } from '#console/api/query/calls.ts';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { IconButton } from '#console/ui/form/icon-button.tsx';
import { PlainSelect } from '#console/ui/form/plain.tsx';
import { keepFocusInList } from '#console/ui/keyboard/focus.ts';
import { sectionHeadings } from '#core/compose/article.ts';
import { ARTICLE_IMAGES_MAX } from '#core/compose/limits.ts';
import { IMAGE_MAX_BYTES, IMAGE_MAX_MB } from '#core/limits.ts';
import { MESSAGES, VALIDATION } from '#core/messages.ts';
import { uploadArticleImage } from '#generated/api/compose/compose.ts';
import type { ArticleImage } from '#generated/model/index.ts';
import { useArticleEditor, useEdit, useText } from '../editor/article-context.tsx';
import { newPartId } from '../editor/new-part-id.ts';
import { Picture, SHOWN_ELSEWHERE } from '../text/picture.tsx';
import classes from './article.module.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** The images of the article, added by URL or uploaded, with their alt text. */
export function Images({ onDone }: { onDone: () => void }) {
  const { readOnly } = useArticleEditor();
  const images = useText((text) => text.images);
  const edit = useEdit('article');
  const locked = readOnly !== null;
  const change = (id: string, alt: string) =>
    edit(
      (text) => ({
        ...text,
        images: text.images.map((one) => (one.id === id ? { ...one, alt } : one)),
      }),
      `alt.${id}`,
    );
  const insert = (image: ArticleImage, sectionId: string) => {
    edit((text) => ({ ...text, sections: withImage(text.sections, image, sectionId) }));
    toast.success('Image added to the section');
    onDone();
  };
  return (
    <div>
      <AddImage isFull={images.length >= ARTICLE_IMAGES_MAX} />
      {images.length === 0 && (
        <EmptyState title="No images yet">
          Add one by its URL, or upload a PNG, JPEG, WebP or GIF file.
        </EmptyState>
      )}
      <ul className={classes.images} aria-label="Images">
        {images.map((image, index) => (
          <li key={image.id} className={classes.image}>
            <Picture
              image={image}
              otherwise={<div className={classes.broken}>{SHOWN_ELSEWHERE}</div>}
            />
            <div className={classes.imageBody}>
              <TextInput
                label="Alt text"
                description="What the image shows, for people who can't see it"
                maxLength={500}
                readOnly={locked}
                error={image.alt.trim() === '' ? 'Describe what the image shows' : undefined}
                value={image.alt}
                onChange={(event) => change(image.id, event.currentTarget.value)}
              />
              <div className={classes.imageTools}>
                <SectionSelect disabled={locked} onSelect={(id) => insert(image, id)} />
                <IconButton
                  label={`Remove image ${index + 1}`}
                  tip="Remove image"
                  data-remove
                  disabled={locked}
                  onClick={({ currentTarget }) => {
                    keepFocusInList(currentTarget);
                    edit((text) => ({
                      ...text,
                      images: text.images.filter(({ id }) => id !== image.id),
                      seo: { ...text.seo, image_id: other(text.seo.image_id, image.id) },
                    }));
                  }}
                >
                  <IconTrash />
                </IconButton>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function other(id: string | null, removed: string): string | null {
  return id === removed ? null : id;
}

/** Adds an image at the end of a section. */
function withImage(
  sections: Readonly<Record<string, string>>,
  { alt, url }: ArticleImage,
  id: string,
) {
  const label = alt.replace(/[[\]\\]/g, '\\$&');
  return { ...sections, [id]: `${(sections[id] ?? '').trimEnd()}\n\n![${label}](<${url}>)\n` };
}

function SectionSelect(props: { disabled: boolean; onSelect: (id: string) => void }) {
  const outline = useText((text) => text.outline);
  const sections = useText((text) => text.sections);
  const written = sectionHeadings(outline).filter(({ id }) => sections[id]?.trim());
  return (
    <PlainSelect
      className={classes.grow}
      aria-label="Insert into section"
      disabled={props.disabled}
      value=""
      options={[
        { value: '', label: 'Insert into section…' },
        ...written.map(({ id, heading }) => ({ value: id, label: heading })),
      ]}
      onChange={(id) => id !== '' && props.onSelect(id)}
    />
  );
}

function AddImage({ isFull }: { isFull: boolean }) {
  const { address, draft, readOnly } = useArticleEditor();
  const edit = useEdit('article');
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isUploading, setUploading] = useState(false);
  const reason =
    readOnly ?? (isFull ? `An article has at most ${ARTICLE_IMAGES_MAX} images.` : null);

  const add = (event: FormEvent) => {
    event.preventDefault();
    const wanted = url.trim();
    if (!isWebUrl(wanted)) return setProblem(VALIDATION.urlNeeded);
    setProblem(null);
    edit((text) => ({
      ...text,
      images: [...text.images, { id: newPartId('image'), url: wanted, alt: '' }],
    }));
    setUrl('');
  };
  const upload = async (file: File | null) => {
    if (!file) return;
    setProblem(null);
    if (file.size > IMAGE_MAX_BYTES) return setProblem(MESSAGES.image.tooLarge(IMAGE_MAX_MB));
    if (!TYPES.includes(file.type)) return setProblem(MESSAGES.image.unsupported);
    setUploading(true);
    try {
      const { orgId, projectId, articleId } = address;
      await draft.flush();
      await mutate(uploadArticleImage, orgId, projectId, articleId, { file });
      await draft.refresh();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setUploading(false);
    }
  };
  return (
    <form className={classes.add} onSubmit={add}>
      <TextInput
        className={classes.grow}
        label="Image URL"
        placeholder="https://example.com/team.jpg"
        maxLength={2000}
        disabled={reason !== null}
        error={problem}
        value={url}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Tooltip label={reason} disabled={reason === null}>
        <Button
          type="submit"
          variant="default"
          leftSection={<IconPhotoPlus />}
          disabled={reason !== null || url.trim() === ''}
        >
          Add image
        </Button>
      </Tooltip>
      <FileButton accept={TYPES.join(',')} disabled={reason !== null} onChange={upload}>
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconUpload />}
            loading={isUploading}
            disabled={reason !== null}
          >
            Upload image
          </Button>
        )}
      </FileButton>
    </form>
  );
}

function isWebUrl(text: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(text).protocol);
  } catch {
    return false;
  }
}
