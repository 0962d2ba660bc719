import { pluralize } from '@aisle/contract/core/pluralize';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { News } from './paused-data.ts';

interface UpdatesButtonProps {
  news: Pick<News, 'show'> | null;
  label: string;
}

/**
 * Offers changes that arrived while a page is being read. The live region exists before them, so that screen readers announce
 * them.
 */
export function UpdatesButton({ news, label }: UpdatesButtonProps) {
  return (
    <span aria-live="polite">
      {news && (
        <Button
          size="compact-sm"
          variant="light"
          color="teal"
          fw={500}
          leftSection={<IconRefresh size={14} />}
          onClick={news.show}
        >
          {label}
        </Button>
      )}
    </span>
  );
}

/** "3 new entries · Show", "25+ new journals · Show", or "Show changes" if no rows were added. */
export function updatesText({ added, isMore }: Pick<News, 'added' | 'isMore'>, noun: string): string {
  if (added === 0) return 'Show changes';
  if (isMore) return `${added}+ new ${noun} · Show`;
  return `${pluralize(added, `new ${singular(noun)}`, `new ${noun}`)} · Show`;
}

const singular = (noun: string): string => noun.replace(/ies$/, 'y').replace(/s$/, '');
