import type { Picture } from '@aisle/contract/core/fields';
import type { ReactNode } from 'react';
import classes from './thumb.module.css';

interface ThumbProps {
  picture: Picture | null | undefined;
  /** The name; its first letter replaces a missing picture. */
  text: string;
  children?: ReactNode;
}

/** A small picture with the name beside it. */
export function Thumb({ picture, text, children }: ThumbProps) {
  return (
    <span className={classes.row}>
      {picture ? (
        <img className={classes.picture} src={picture.small} alt="" loading="lazy" width={28} height={28} />
      ) : (
        <span className={classes.letter} aria-hidden>
          {[...text.trim()][0]?.toUpperCase()}
        </span>
      )}
      <span className={classes.text} dir="auto">
        {children ?? text}
      </span>
    </span>
  );
}
