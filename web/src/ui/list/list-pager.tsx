import { pageSizes } from '@aisle/contract/core/page';
import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { rangeText } from './filters/range-text.ts';
import classes from './list.module.css';
import type { List } from './use-list.ts';

export function ListPager({ list }: { list: List<{ _id: string }> }) {
  const { page, limit } = list.body;
  return (
    <div className="row wrap gap-2 gap-x-4 text-sm secondary">
      <label>
        Rows{' '}
        <select
          className={classes.size}
          value={limit}
          onChange={(event) => list.change({ limit: Number(event.currentTarget.value) })}
        >
          {[...new Set([...pageSizes, limit])]
            .sort((a, b) => a - b)
            .map((size) => (
              <option key={size}>{size}</option>
            ))}
        </select>
      </label>
      <span className="grow" />
      <span className="tabular" role="status">
        {rangeText(list)}
      </span>
      <Group gap={4}>
        <ActionIcon
          variant="default"
          size="md"
          aria-label="Previous page"
          disabled={page <= 1}
          onClick={() => list.turn('previous')}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="md"
          aria-label="Next page"
          disabled={!list.hasNext}
          onPointerEnter={list.warmNext}
          onFocus={list.warmNext}
          onClick={() => list.turn('next')}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
    </div>
  );
}
