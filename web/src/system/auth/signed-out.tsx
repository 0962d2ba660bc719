import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDocumentTitle } from '../../ui/record/page-title.tsx';
import classes from './signed-out.module.css';

interface SignedOutProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** The layout of the screens before sign-in. */
export function SignedOut({ title, text, children }: SignedOutProps) {
  useDocumentTitle(title);
  return (
    <main className={`row justify-center ${classes.frame}`}>
      <div className={classes.column}>
        <div className={`row justify-center bold ${classes.brand}`}>
          <img src="/icon.svg" alt="" width={32} height={32} />
          Aisle
        </div>
        <div className={`card ${classes.box}`}>
          <Title order={1}>{title}</Title>
          {text && (
            <Text c="dimmed" size="sm" mt={4}>
              {text}
            </Text>
          )}
          <div className={classes.content}>{children}</div>
        </div>
      </div>
    </main>
  );
}
