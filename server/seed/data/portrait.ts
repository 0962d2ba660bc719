import { hash } from './random.ts';

const skins = ['#f3d3b8', '#e8b98f', '#cf9466', '#a66e46', '#7d4f31', '#5b3822'];
const hairs = ['#2a211c', '#4b3326', '#7a5230', '#b98a4a', '#8d8a86', '#3a2f4a'];
const backs = ['#e6f0ee', '#f5ebe0', '#e9edf6', '#f4e6e8', '#eef3e2', '#efe9f4'];
const shirts = ['#0f766e', '#c2414b', '#3b5b92', '#7a6a2f', '#59467a', '#3f6f4f'];

const pick = <One>(from: readonly One[], seed: number): One => from[seed % from.length]!;

/** A flat, invented face with or without a cap, the same for the same name. */
export function portrait(name: string): string {
  const seed = hash(name);
  const skin = pick(skins, seed);
  const hair = pick(hairs, seed >>> 3);
  const shirt = pick(shirts, seed >>> 6);
  const isLong = ((seed >>> 9) & 3) === 0;
  const hasCap = ((seed >>> 11) & 3) === 0;
  const hasBeard = !isLong && ((seed >>> 13) & 3) === 0;
  const glasses = ((seed >>> 15) & 3) === 0;
  const backHair = isLong ? `<path d="M150 230a106 112 0 0 1 212 0v150H150Z" fill="${hair}"/>` : '';
  const top = hasCap
    ? `<path d="M158 214a98 98 0 0 1 196 0Z" fill="${shirt}"/><rect x="150" y="206" width="236" height="20" rx="10" fill="${shirt}"/>`
    : `<path d="M160 226c-6-92 60-122 100-120 60 2 100 44 92 120-14-34-44-58-96-60-46 2-82 22-96 60Z" fill="${hair}"/>`;
  const beard = hasBeard
    ? `<path d="M172 264c4 78 44 104 84 104s80-26 84-104c-16 30-44 44-84 44s-68-14-84-44Z" fill="${hair}"/>`
    : '';
  const rims = glasses
    ? '<g fill="none" stroke="#2a2530" stroke-width="6"><circle cx="220" cy="250" r="24"/><circle cx="292" cy="250" r="24"/><path d="M244 250h24"/></g>'
    : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 512 512">
<rect width="512" height="512" fill="${pick(backs, seed >>> 17)}"/>
${backHair}
<path d="M96 512c6-96 66-140 160-140s154 44 160 140Z" fill="${shirt}"/>
<path d="M220 330h72v58a36 36 0 0 1-72 0Z" fill="${skin}"/>
<ellipse cx="256" cy="248" rx="88" ry="108" fill="${skin}"/>
${beard}${top}
<circle cx="220" cy="250" r="8" fill="#2a2530"/><circle cx="292" cy="250" r="8" fill="#2a2530"/>${rims}
<path d="M226 304q30 24 60 0" fill="none" stroke="#7c3a36" stroke-width="8" stroke-linecap="round"/>
</svg>`;
}
