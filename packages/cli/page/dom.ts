type Child = Node | string | undefined;

/**
 * An element with a class and children. Strings become text and nothing else: what a trace says is
 * never markup.
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

/** The element that page.html has under this id. */
export function part<E extends Element>(id: string, type: new () => E): E {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new TypeError(`The page has no ${id}.`);
}

/** A bar in its row, between two shares of the row's width. */
export function bar(className: string, from: number, to: number, title: string): HTMLElement {
  const element = h('i', `bar ${className}`);
  element.style.left = `${from * 100}%`;
  element.style.width = `${Math.max(0, to - from) * 100}%`;
  element.title = title;
  return element;
}
