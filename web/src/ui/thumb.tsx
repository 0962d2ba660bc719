import type { Picture } from '@aisle/contract/core/fields';
import { type ReactNode, useState } from 'react';
import classes from './thumb.module.css';

interface ThumbProps {
  picture: Picture | null | undefined;
  /** The name; its first letter replaces a missing picture. */
  text: string;
  /** In pixels. */
  size?: 28 | 40;
  children?: ReactNode;
}

/** A small picture with the name beside it. */
export function Thumb({ picture, text, size = 28, children }: ThumbProps) {
  // The address of a picture expires, such as in a stored draft.
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classes.row} data-large={size === 40 || undefined}>
      {picture && picture.small !== broken ? (
        <img
          className={classes.picture}
          src={picture.small}
          alt=""
          loading="lazy"
          width={size}
          height={size}
          onError={() => setBroken(picture.small)}
        />
      ) : (
        <span className={`inline-row justify-center text-xs medium secondary ${classes.letter}`} aria-hidden>
          {[...text.trim()][0]?.toUpperCase()}
        </span>
      )}
      <span className={classes.text} dir="auto">
        {children ?? text}
      </span>
    </span>
  );
}
