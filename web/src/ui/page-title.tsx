import { ActionIcon, Group, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useBrand } from '../core/installation.ts';
import { lastSearch } from '../core/last-list.ts';
import classes from './page-title.module.css';

interface PageTitleProps {
  title: string;
  /** Beside the title: a status, a number. */
  badge?: ReactNode;
  actions?: ReactNode;
  /** Below the first level: where one came from; a list is found as it was left. */
  back?: { to: string; label: string };
}

/** The title of a page, in the page and in the browser's tab. */
export function PageTitle({ title, badge, actions, back }: PageTitleProps) {
  useDocumentTitle(title);
  return (
    <div className={classes.row}>
      {back && (
        <ActionIcon
          component={Link}
          to={back.to}
          search={lastSearch(back.to) as never}
          variant="subtle"
          color="gray"
          size={32}
          ml={-6}
          aria-label={`Back to ${back.label}`}
        >
          <IconArrowLeft size={20} stroke={1.5} />
        </ActionIcon>
      )}
      <Title order={1} id="page-title" tabIndex={-1} className={classes.title ?? ''} dir="auto">
        {title}
      </Title>
      {badge}
      {actions && (
        <Group gap="xs" ml="auto" className={classes.actions ?? ''}>
          {actions}
        </Group>
      )}
    </div>
  );
}

export function useDocumentTitle(title: string): void {
  const brand = useBrand();
  useEffect(() => {
    document.title = `${title} | ${brand}`;
  }, [title, brand]);
}
