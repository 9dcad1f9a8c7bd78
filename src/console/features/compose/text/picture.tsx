import { type ReactNode, useState } from 'react';
import type { ArticleImage } from '#generated/model/index.ts';

interface PictureProps {
  image: Pick<ArticleImage, 'url' | 'alt'>;
  className?: string | undefined;
  /** Shown if the image isn't loaded, because the content security policy blocks images on other websites. */
  otherwise: ReactNode;
}

/** An image of the article. */
export function Picture({ image: { url, alt }, className, otherwise }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === url) return otherwise;
  return (
    <img
      className={className}
      src={url}
      alt={alt}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(url)}
    />
  );
}

/** Why an image on another website isn't shown here. */
export const SHOWN_ELSEWHERE = 'Shown where the article is published';
