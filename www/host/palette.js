// The colours and fonts that the host hands to widgets, under the names of MCP Apps. The page's own style sheet uses the
// same values (style/tokens.css); `light-dark()` follows the `color-scheme` that each side sets from the theme.
export const palette = {
  "--color-background-primary": "light-dark(#ffffff, #1d1d1b)",
  "--color-background-secondary": "light-dark(#f7f6f3, #262624)",
  "--color-background-tertiary": "light-dark(#efede8, #302f2c)",
  "--color-text-primary": "light-dark(#1f1e1b, #ecebe6)",
  "--color-text-secondary": "light-dark(#5d5a53, #aeaba2)",
  "--color-border-primary": "light-dark(#e2dfd8, #3a3936)",
  "--color-text-danger": "light-dark(#a3281f, #ff9d92)",
  "--color-text-warning": "light-dark(#7a4d00, #f0c674)",
  "--color-ring-primary": "light-dark(#1b6a4f, #84d3b4)",
  "--font-sans": 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  "--font-mono": 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  "--border-radius-md": "8px",
  "--border-radius-lg": "12px",
};
