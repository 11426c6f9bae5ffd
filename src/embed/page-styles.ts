const sheets = import.meta.glob<string>(['../pages/**/*.css', '!../pages/swap/**'], {
  query: '?inline',
  import: 'default',
  eager: true,
})

/** The styles of all pages but the swap page. */
export const PAGE_STYLES = Object.values(sheets).join('\n')
