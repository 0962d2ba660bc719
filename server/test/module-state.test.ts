import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { expect, test } from 'vitest';

// All servers of a process share the state of a module, so one server would see values that another one cached. State belongs
// in an object that the app creates, or in `perDatabase`.

/** State that belongs to the process, by file and name. */
const ofTheProcess: Record<string, string> = {
  'core/db/connection.ts byTx': 'belongs to a transaction',
  'core/db/connection.ts connections': 'belongs to a connection',
  'core/db/connection.ts names': 'texts have the same names on all connections',
  'core/db/replica.ts replicaOf': 'belongs to a transaction',
  'core/files/images.ts turns': 'limits the memory that pictures take',
  'core/http/responses/encrypted-responses.ts known': "depends on the client's key only",
  'core/http/health.ts cachedRegistry': 'are metrics of the process',
  'core/ids.ts counter': 'makes IDs of the process ascend',
  'core/ids.ts lastTime': 'makes IDs of the process ascend',
  'core/paper/fonts.ts files': 'are constants, unpacked once',
  'core/paper/fonts.ts notoFiles': 'are constants, read once',
  'core/work/threads.ts threads': 'limits the threads of the process',
  'main.ts life': 'is the life of the process',
  'overview/dashboard/slow-figures.ts known': 'belongs to the services of an app',
  'service/inbound-mail/parse-mail.ts bytesHere': 'limits the disk space that waiting emails take',
  'service/inbound-mail/parse-mail.ts turns': 'limits the threads that emails take',
  'system/auth/passwords/password-rules.ts common': 'is a constant, read once',
  'system/auth/passwords/passwords.ts dummyHash': 'is a constant, computed once',
  'system/auth/passwords/passwords.ts turns': 'limits the memory that hashing takes',
  'system/auth/sign-in/sign-in.ts byAddress': 'queues attempts and remembers nothing of them',
  'system/auth/sign-in/sign-in.ts byEmail': 'queues attempts and remembers nothing of them',
  'system/exports/cells.ts clocks': 'are formats by time zone',
  'system/settings/document-brand.ts logos': 'are files, which never change',
  'system/geocoding/geocoder.ts answers': 'depends on the full address of the request only',
  'system/geocoding/postal-codes.ts points': 'is a constant, read once',
};

const source = path.resolve(import.meta.dirname, '../src');

/** Classes whose instances have no state. */
const stateless =
  /^(RegExp|URL|Intl\.\w+|TextDecoder|AbortController|Logger|PostgresAdapter|PostgresQueryCompiler|OpenDriver|Proxy)$/;
const collections = /^(Set|Map)$/;

function stateIn(file: string): string[] {
  const text = readFileSync(path.join(source, file), 'utf8');
  const textOf = (node: { start: number; end: number }) => text.slice(node.start, node.end);
  const found: string[] = [];
  for (const statement of parseSync(file, text).program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declared.declarations) {
      const isReadonly = /:\s*Readonly/.test(text.slice(id.start, init?.start ?? id.end));
      const isConstant =
        declared.kind === 'const' &&
        (isReadonly ||
          (init?.type === 'NewExpression'
            ? stateless.test(textOf(init.callee)) ||
              // A collection with initial content is a table of constants.
              (collections.test(textOf(init.callee)) && init.arguments.length > 0)
            : init !== null && !['[]', '{}'].includes(textOf(init))));
      if (!isConstant && id.type === 'Identifier') found.push(`${file} ${id.name}`);
    }
  }
  return found;
}

test('keeps the state of a server out of modules', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !/\.test\.|generated/.test(file));

  expect(files.flatMap(stateIn).sort()).toEqual(Object.keys(ofTheProcess).sort());
});
