import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitepress';

const docs = path.resolve(import.meta.dirname, '..');

/** The menu has the readers of docs/README.md, each with the pages listed there. */
const sidebar = readFileSync(path.join(docs, 'README.md'), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    collapsed: false,
    items: [...section.matchAll(/\[([^\]]+)\]\(([^)]+)\.md\)/g)].map(([, text, page]) => ({
      text,
      link: path.posix.join('/docs', page.replace(/README$/, '')),
    })),
  }));

/** Vite looks for Vue beside the page, but it is installed only here. */
const findVue = {
  name: 'find-vue',
  enforce: 'pre',
  resolveId(id, importer, options) {
    if (!/^vue(\/|$)/.test(id) || !importer?.endsWith('.md')) return null;
    return this.resolve(id, import.meta.filename, { ...options, skipSelf: true });
  },
};

export default defineConfig({
  title: 'Aisle',
  description: 'The back office for marketplaces with many grocery and retail stores',
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  // The pages link to files in the root, so the site has the same folders as the repository.
  srcDir: '..',
  srcExclude: ['!(docs)/*/**', '!(docs)/*.md', 'NOTES.md'],
  outDir: 'dist',
  rewrites: {
    'README.md': 'index.md',
    'docs/README.md': 'docs/index.md',
    'docs/decisions/README.md': 'docs/decisions/index.md',
  },
  // A test of the server checks all links, also to files that aren't pages.
  ignoreDeadLinks: true,
  markdown: {
    languageAlias: { caddy: 'nginx' },
    config: (markdown) => {
      // GitHub shows the page README.md of a folder, and a site its index.
      const { rules } = markdown.renderer;
      const openLink = rules.link_open;
      rules.link_open = (tokens, index, ...rest) => {
        const href = tokens[index].attrGet('href');
        tokens[index].attrSet('href', href.replace(/\bREADME\.md/, 'index.md'));
        return openLink(tokens, index, ...rest);
      };
      // Vue would evaluate the fields of templates, such as {{order.number}}.
      for (const rule of ['text', 'code_inline']) {
        const render = rules[rule];
        rules[rule] = (...args) => render(...args).replaceAll('{{', '&#123;&#123;');
      }
    },
  },
  vite: { plugins: [findVue], ssr: { external: ['vue', 'vue/server-renderer'] } },
  themeConfig: {
    logo: '/icon.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Documentation', link: '/docs/' },
      { text: 'Changelog', link: '/CHANGELOG' },
    ],
    sidebar,
  },
  buildEnd: ({ outDir }) => {
    cpSync(path.join(docs, '../web/public/icon.svg'), path.join(outDir, 'icon.svg'));
    for (const linked of ['alerts.yml', 'examples', 'grafana']) {
      cpSync(path.join(docs, linked), path.join(outDir, 'docs', linked), { recursive: true });
    }
  },
});
