import type { Picture } from '@aisle/contract/core/fields';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../ui/record-page.tsx';
import classes from './products.module.css';

/** The cover large, the others to choose from. */
export function ProductPictures({ name, images }: { name: string; images: readonly Picture[] }) {
  const [chosen, setChosen] = useState<string>();
  const [first] = images;
  if (!first) return null;
  const shown = images.find(({ _id }) => _id === chosen) ?? first;
  return (
    <Panel>
      <div className={classes.pictures}>
        <a href={shown.large} target="_blank" rel="noreferrer">
          <img className={classes.cover} src={shown.medium} alt={shown.alt || name} />
        </a>
        {images.length > 1 && (
          <div className={classes.thumbs}>
            {images.map((picture, at) => (
              <UnstyledButton
                key={picture._id}
                aria-label={`Show picture ${at + 1}`}
                aria-pressed={picture._id === shown._id}
                className={classes.thumb ?? ''}
                onClick={() => setChosen(picture._id)}
              >
                <img src={picture.small} alt="" />
              </UnstyledButton>
            ))}
          </div>
        )}
      </div>
    </Panel>
  );
}
