import type { Picture } from '@aisle/contract/core/fields';
import type { ReactNode } from 'react';
import classes from './thumb.module.css';

interface ThumbProps {
  picture: Picture | null | undefined;
  /** What it is; its first letter stands in for a picture that is not there. */
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
