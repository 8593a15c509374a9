/** The look of the chat. Every `--stoa-*` variable can be set on the element by the page. */
export const styles = `
:host {
  --bg: var(--stoa-background, light-dark(#ffffff, #14171c));
  --raised: var(--stoa-surface, light-dark(#f3f5f8, #1e232b));
  --text: var(--stoa-text, light-dark(#15181e, #e7e9ee));
  --muted: var(--stoa-muted, light-dark(#59616f, #a3acba));
  --line: var(--stoa-border, light-dark(#d9dee6, #323944));
  --accent: var(--stoa-accent, light-dark(#1d56c4, #85adff));
  --on-accent: var(--stoa-accent-text, light-dark(#ffffff, #0b1220));
  --bad: light-dark(#b3261e, #ff8f85);
  --radius: var(--stoa-radius, 12px);
  display: block;
  height: 32rem;
  color-scheme: light dark;
  color: var(--text);
  font: var(--stoa-font-size, 15px) / 1.5 var(--stoa-font, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif);
  text-align: start;
}
:host([theme="light"]) { color-scheme: light; }
:host([theme="dark"]) { color-scheme: dark; }
:host([hidden]) { display: none; }
:host([mode="panel"]) { display: contents; }
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
p, ul, ol, pre, blockquote, h2 { margin: 0; }
button, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.chat {
  display: flex; flex-direction: column; height: 100%; min-height: 0; overflow: hidden;
  background: var(--bg); color: var(--text);
  border: var(--stoa-border-width, 1px) solid var(--line); border-radius: var(--radius);
}
header { display: flex; align-items: center; gap: 4px; min-height: 48px; padding: 6px 8px 6px 16px; border-bottom: 1px solid var(--line); }
h2 { flex: 1; min-width: 0; overflow: hidden; font-size: 1em; font-weight: 600; text-overflow: ellipsis; white-space: nowrap; }
.log { flex: 1; min-height: 0; overflow-y: auto; overscroll-behavior: contain; padding: 16px; outline-offset: -2px; }
.messages { display: flex; flex-direction: column; gap: 14px; max-width: var(--stoa-column, none); margin: 0 auto; }
.question {
  align-self: flex-end; max-width: 85%; padding: 8px 14px; border-radius: 16px 16px 4px 16px;
  background: var(--accent); color: var(--on-accent); overflow-wrap: anywhere; white-space: pre-wrap;
}
.reply { display: flex; flex-direction: column; gap: 8px; min-width: 0; overflow-wrap: anywhere; }
.operator { padding-inline-start: 12px; border-inline-start: 3px solid var(--accent); }
.author, .label, .title { font-weight: 600; }
.author, .label, .stopped { color: var(--muted); font-size: .85em; }
.markdown { display: flex; flex-direction: column; gap: 10px; min-width: 0; }
.heading { font-weight: 600; }
.markdown ul, .markdown ol { padding-inline-start: 1.4em; }
blockquote { padding-inline-start: 12px; border-inline-start: 3px solid var(--line); color: var(--muted); }
hr { width: 100%; border: 0; border-top: 1px solid var(--line); }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
:not(pre) > code { padding: 1px 4px; border-radius: 4px; background: var(--raised); }
pre { max-height: 20rem; overflow: auto; padding: 10px 12px; border-radius: 8px; background: var(--raised); white-space: pre; }
details pre, .card pre { background: var(--bg); border: 1px solid var(--line); white-space: pre-wrap; }
.table { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid var(--line); text-align: start; }
[data-align="right"] { text-align: end; }
[data-align="center"] { text-align: center; }

.call, .card { display: flex; flex-direction: column; gap: 8px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.call { flex-direction: row; align-items: center; padding: 6px 12px; }
.passages { display: flex; flex-direction: column; gap: 6px; }
.passages blockquote { margin: 6px 0 4px; padding-left: 10px; border-left: 2px solid var(--line); white-space: pre-wrap; overflow-wrap: anywhere; }
summary { display: flex; gap: 8px; align-items: center; cursor: pointer; min-height: 24px; }
summary::before { content: "›"; color: var(--muted); transition: transform .1s; }
details[open] > summary::before { transform: rotate(90deg); }
.state { margin-inline-start: auto; color: var(--muted); font-size: .85em; }
.state[data-state="error"] { color: var(--bad); }
.request { display: flex; flex-direction: column; gap: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
.row button, .button, .notices button {
  min-height: 36px; padding: 6px 14px; border: 1px solid var(--line); border-radius: 8px; background: var(--bg); color: var(--text);
  cursor: pointer; text-decoration: none;
}
.row .primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.row .quiet { border-color: transparent; background: none; color: var(--muted); }

.welcome { display: flex; flex-direction: column; gap: 8px; align-items: flex-start; }
.welcome p { white-space: pre-wrap; margin-bottom: 4px; }
.starter { padding: 8px 14px; border: 1px solid var(--line); border-radius: 18px; background: var(--bg); cursor: pointer; text-align: start; }
.starter:hover { background: var(--raised); }
.busy { display: flex; gap: 4px; padding: 6px 0; }
.busy i { width: 7px; height: 7px; border-radius: 50%; background: var(--muted); animation: pulse 1.2s infinite; }
.busy i:nth-of-type(2) { animation-delay: .2s; }
.busy i:nth-of-type(3) { animation-delay: .4s; }
@keyframes pulse { 0%, 60%, 100% { opacity: .3; } 30% { opacity: 1; } }

.notices { padding: 0 16px; }
.notices > div { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; margin-bottom: 8px; padding: 8px 12px; border-radius: 8px; background: var(--raised); font-size: .92em; }
.notices .failure { color: var(--bad); }
.composer { width: 100%; max-width: calc(var(--stoa-column, 100%) + 32px); margin: 0 auto; padding: 0 16px 16px; }
.line { display: flex; align-items: flex-end; gap: 4px; padding: 5px; border: 1px solid var(--line); border-radius: 14px; background: var(--bg); }
.line:focus-within { border-color: var(--accent); }
textarea {
  flex: 1; min-width: 0; max-height: 10em; padding: 6px 8px; border: 0; outline: 0; background: none; resize: none;
  field-sizing: content; font-size: max(1em, 16px); line-height: 1.5;
}
textarea:focus-visible { outline: 0; }
textarea::placeholder { color: var(--muted); opacity: 1; }
.icon, .send, .remove {
  display: grid; place-items: center; flex: none; width: 36px; height: 36px; padding: 0; border: 0; border-radius: 10px;
  background: none; color: var(--muted); cursor: pointer;
}
.icon:hover { background: var(--raised); }
.send { background: var(--accent); color: var(--on-accent); }
.send:disabled { opacity: .45; cursor: default; }
svg { width: 20px; height: 20px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.files { display: flex; flex-wrap: wrap; gap: 6px; padding: 0; margin: 0 0 6px; list-style: none; }
.files li { display: flex; align-items: center; gap: 2px; max-width: 100%; padding: 2px 10px; border: 1px solid var(--line); border-radius: 8px; font-size: .85em; overflow-wrap: anywhere; }
.question .files { margin: 4px 0 2px; }
.question .files li { border-color: currentColor; }
.remove { width: 24px; height: 24px; }
.remove svg { width: 14px; height: 14px; }

.launcher {
  position: fixed; inset-block-end: 20px; inset-inline-end: 20px; z-index: 2147483000; display: grid; place-items: center;
  width: 56px; height: 56px; border: 0; border-radius: 50%; background: var(--accent); color: var(--on-accent); cursor: pointer;
  box-shadow: 0 6px 24px rgb(0 0 0 / 25%);
}
.launcher svg { width: 26px; height: 26px; }
.panel .chat {
  position: fixed; inset-block-end: 20px; inset-inline-end: 20px; z-index: 2147483000; display: none;
  width: min(400px, calc(100vw - 40px)); height: min(640px, calc(100dvh - 40px)); box-shadow: 0 12px 48px rgb(0 0 0 / 28%);
  color-scheme: inherit;
}
:host([open]) .panel .chat { display: flex; }
:host([open]) .launcher { display: none; }
@media (max-width: 480px) {
  .panel .chat { inset: 0; width: auto; height: auto; border-radius: 0; border-width: 0; }
}
@media (prefers-reduced-motion: reduce) { .busy i, summary::before { animation: none; transition: none; } }
`
