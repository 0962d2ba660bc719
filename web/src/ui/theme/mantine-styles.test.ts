import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../', import.meta.url));
const looks = fileURLToPath(new URL('../../../../node_modules/@mantine/core/styles/', import.meta.url));

test('includes the styles of every Mantine component in use', () => {
  const listed = ['mantine-base.css', 'mantine-more.css']
    .map((name) => readFileSync(`${source}ui/theme/${name}`, 'utf8'))
    .join();
  const used = globSync('**/*.tsx', { cwd: source }).flatMap((file) =>
    [...readFileSync(source + file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
      ([, names = '']) => names.split(',').map((name) => name.replace('type ', '').trim()),
    ),
  );

  const bare = [...new Set(used)].filter(
    (name) => existsSync(`${looks}${name}.layer.css`) && !listed.includes(`/${name}.layer.css`),
  );

  expect(bare).toEqual([]);
});
