import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { whenText } from '../../../ui/values/when.ts';
import classes from '../main-orders.module.css';
import { draftName } from './order-draft.ts';
import type { KeptDraft } from './order-drafts.ts';

interface DraftStripProps {
  drafts: readonly KeptDraft[];
  current: string;
  onDiscard: (draft: KeptDraft) => void;
}

/** Drafts of interrupted calls, one click each. */
export function DraftStrip({ drafts, current, onDiscard }: DraftStripProps) {
  return (
    <nav aria-label="Drafts" className={classes.drafts}>
      <ul>
        {drafts.map((kept) => {
          const { id, at, draft } = kept;
          return (
            <li key={id} data-on={id === current || undefined}>
              <Link
                to="/orders/add"
                search={{ draft: id }}
                aria-current={id === current ? 'page' : undefined}
                title={`Last changed: ${whenText(new Date(at).toISOString())}`}
              >
                {draftName(draft)}
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={`Discard the draft ${draftName(draft)}`}
                onClick={() => onDiscard(kept)}
              >
                <IconX size={14} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
