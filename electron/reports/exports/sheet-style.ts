/** The style of the acceptance sheet beyond the report's. */
export const sheetStyle = `
.counts { display: grid; grid-template-columns: repeat(5, 1fr); gap: 3mm; margin-top: 5mm; }
.counts div { padding: 2.6mm 4mm; border: .25mm solid var(--line); border-radius: 2mm; break-inside: avoid; }
.counts b { display: block; font-size: 16pt; line-height: 1.2; font-variant-numeric: tabular-nums; }
.counts span { font-size: 8.5pt; color: var(--second); }
.all-well { display: flex; gap: 2mm; align-items: center; }
.which { width: 34mm; font-weight: 600; }
.cars thead { display: table-header-group; }
.cars td .icon { display: inline-block; vertical-align: -.9mm; }
`;
