import type { Product } from '@aisle/contract/catalog/products';
import type { Picture } from '@aisle/contract/core/fields';
import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { Panel } from '../../../ui/record/record-page.tsx';
import classes from '../products.module.css';

/** What a shopper would see first: its pictures, and what is said of it. */
export function ProductIntro({ product: { name, images, description } }: { product: Product }) {
  if (images.length === 0 && !description) return null;
  return (
    <Panel>
      <div className={classes.intro}>
        {images.length > 0 && <Pictures name={name} images={images} />}
        {description && (
          <p className={classes.description} dir="auto">
            {description}
          </p>
        )}
      </div>
    </Panel>
  );
}

/** The cover large, the others to choose from. */
function Pictures({ name, images }: { name: string; images: readonly Picture[] }) {
  const [chosen, setChosen] = useState<string>();
  const shown = images.find(({ _id }) => _id === chosen) ?? images[0]!;
  return (
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
  );
}
