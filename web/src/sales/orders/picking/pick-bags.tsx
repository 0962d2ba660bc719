import { Button } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { Tool } from './pick-row.tsx';
import classes from './picking.module.css';

const maxBags = 99;

interface PickBagsProps {
  /** Null while nobody has counted. */
  bags: number | null;
  onBags: (bags: number) => void;
}
/** How many bags the order fills, for those who carry them. */
export function PickBags({ bags, onBags }: PickBagsProps) {
  return (
    <fieldset className={classes.bags}>
      <legend>Bags</legend>
      {bags === null ? (
        <Button size="md" variant="default" onClick={() => onBags(1)}>
          Count bags
        </Button>
      ) : (
        <div className={classes.pickTools}>
          <Tool label="One bag less" onClick={() => onBags(Math.max(1, bags - 1))}>
            <IconMinus size={20} />
          </Tool>
          <output className={classes.bagCount}>{bags}</output>
          <Tool label="One bag more" onClick={() => onBags(Math.min(maxBags, bags + 1))}>
            <IconPlus size={20} />
          </Tool>
        </div>
      )}
    </fieldset>
  );
}
