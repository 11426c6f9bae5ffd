const sheets = import.meta.glob<string>('../{theme,components,pages,widget}/**/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
})

/** Every stylesheet of the widget as one text, for shadow roots. They all live in one cascade layer: order is free. */
export const styleText = Object.values(sheets).join('\n')
