// src/server/http/docs/examples.ts
function e(t, n, r = 0) {
	if (!t || r > 8) return;
	if (t.$ref) return e(n.schemas[t.$ref.split("/").at(-1) ?? ""], n, r + 1);
	if (t.examples?.length) return t.examples[0];
	if (t.const !== void 0) return t.const;
	if (t.enum) return t.enum[0];
	let i = t.oneOf?.[0] ?? t.anyOf?.[0];
	if (i) return e(i, n, r + 1);
	if (t.items) {
		let i = e(t.items, n, r + 1);
		return i === void 0 ? void 0 : [i];
	}
	let a = Object.entries(t.properties ?? {}).map(([t, i]) => [t, e(i, n, r + 1)]).filter(([, e]) => e !== void 0);
	return a.length > 0 ? Object.fromEntries(a) : void 0;
}
// src/server/http/docs/browser/contract.ts
var t = "/api/v1", n;
function r() {
	return n ??= fetch("/openapi.json").then((e) => e.json()), n;
}
function i(e, t) {
	for (let [n, r] of Object.entries(e.paths)) {
		let i = Array.isArray(r.parameters) ? r.parameters : [];
		for (let [a, s] of Object.entries(r)) {
			if (Array.isArray(s) || s.operationId !== t) continue;
			let r = [...i, ...s.parameters ?? []], c = (t) => t.$ref && e.components.parameters[o(t.$ref)] || t, [l, u] = Object.entries(s.requestBody?.content ?? {})[0] ?? [];
			return {
				method: a.toUpperCase(),
				path: n,
				parameters: r.map(c),
				body: l && u?.schema ? {
					type: l,
					schema: u.schema
				} : void 0,
				takesApiKey: s.security?.some((e) => "apiKey" in e) ?? !1
			};
		}
	}
	throw Error(`The contract has no operation ${t}.`);
}
function a(e, t, n) {
	let [r] = t.split(`/{${n}}`);
	return r && e.paths[r]?.get ? r : void 0;
}
function o(e) {
	return e.split("/").at(-1) ?? "";
}
// src/server/http/docs/browser/elements.ts
function s(e, t = {}, ...n) {
	let r = document.createElement(e);
	for (let [e, n] of Object.entries(t)) n !== void 0 && n !== !1 && r.setAttribute(e, n === !0 ? "" : n);
	return r.append(...n), r;
}
function c(e, t) {
	let n = s("button", {
		type: "button",
		class: "quiet"
	}, e);
	return n.addEventListener("click", async () => {
		await navigator.clipboard.writeText(t()), n.textContent = "Copied", setTimeout(() => {
			n.textContent = e;
		}, 1500);
	}), n;
}
// src/core/task/snippets/literals.ts
function l(e) {
	return `'${e.replaceAll("'", "'\\''")}'`;
}
// src/server/http/docs/browser/request.ts
var u = ({ in: e, name: t }) => `${e} ${t}`;
function d(e, n) {
	let r = new URLSearchParams(), i = {}, a = e.path;
	for (let t of e.parameters) {
		let e = n.values.get(u(t))?.trim() ?? "";
		if (e === "") {
			if (t.required) throw Error(`${t.name} is required.`);
			continue;
		}
		let { name: o } = t;
		if (t.in === "path" && (a = a.replace(`{${o}}`, encodeURIComponent(e))), t.in === "header" && (i[o] = e), t.in === "query") {
			let n = [t.schema?.type].flat().includes("array");
			for (let t of n ? e.split(/\s*,\s*/) : [e]) r.append(o, t);
		}
	}
	n.apiKey && (i.Authorization = `Bearer ${n.apiKey}`);
	let o = r.size > 0 ? `?${r}` : "";
	return {
		method: e.method,
		url: `${t}${a}${o}`,
		headers: {
			...i,
			...f(e, n)
		},
		body: p(e, n)
	};
}
function f({ body: e }, t) {
	return e && !e.type.startsWith("multipart/") && t.body.trim() !== "" ? { "Content-Type": e.type } : {};
}
function p({ body: e }, { body: t, files: n }) {
	if (e) {
		if (e.type.startsWith("multipart/")) {
			let e = new FormData();
			for (let [t, r] of n) e.set(t, r);
			return e;
		}
		if (t.trim() !== "") {
			try {
				JSON.parse(t);
			} catch (e) {
				throw Error(`The body isn't valid JSON: ${e instanceof Error ? e.message : e}`);
			}
			return t;
		}
	}
}
function m({ method: e, url: t, headers: n, body: r }, i) {
	let a = [`curl${e === "GET" ? "" : ` --request ${e}`} ${l(i + t)}`];
	for (let [e, t] of Object.entries(n)) e !== "Authorization" && a.push(`--header ${l(`${e}: ${t}`)}`);
	if (a.push("--header \"Authorization: Bearer $TASKLOOM_API_KEY\""), typeof r == "string" && a.push(`--data-raw ${l(r)}`), r instanceof FormData) for (let [e, t] of r) a.push(`--form ${l(`${e}=@${t instanceof File ? t.name : t}`)}`);
	return a.join(" \\\n  ");
}
// src/server/http/docs/browser/session.ts
var h = "taskloom", g;
async function _() {
	g ??= fetch(`${t}/settings`).then((e) => e.json());
	let { auth_method: e, identity_url: n } = await g;
	if (e === "cookie") return {};
	let r = `${n.replace(/\/+$/, "")}/sessions/whoami?tokenize_as=${h}`, i = await fetch(r, { credentials: "include" });
	if (!i.ok) return {};
	let { tokenized: a } = await i.json();
	return a ? { Authorization: `Bearer ${a}` } : {};
}
// src/server/http/docs/browser/fields.ts
var v = "taskloom-docs-values";
function y(e) {
	let { name: t, required: n, schema: r } = e, i = s("span", { class: "dim" }, ` ${e.in}${n ? "" : ", optional"}`), a = r?.enum ?? ([r?.type].flat()[0] === "boolean" ? [!0, !1] : []), o = e.in === "path" ? x(t) : "", c;
	if (a.length > 0) {
		c = s("select", {}, s("option", { value: "" }, ""));
		for (let e of a) c.append(s("option", { value: String(e) }, String(e)));
	} else c = s("input", {
		placeholder: String(r?.examples?.[0] ?? r?.default ?? ""),
		autocomplete: "off",
		spellcheck: "false"
	}), c.value = o;
	return e.in === "path" && c.addEventListener("change", () => S(t, c.value)), {
		row: s("label", { class: "field" }, s("code", {}, t), i, c),
		field: c
	};
}
async function b(e, { path: n, parameters: r }, i) {
	let o = r.filter((e) => e.in === "path");
	if (o.length === 0) return;
	let c = await _();
	for (let r of o) {
		let o = i.get(u(r)), l = a(e, n, r.name);
		if (!l || !(o instanceof HTMLInputElement)) continue;
		let d = l.replace(/\{(\w+)\}/g, (e, t) => encodeURIComponent(i.get(u({
			in: "path",
			name: t
		}))?.value ?? "")), f = await fetch(`${t}${d}?page_limit=25`, { headers: c });
		if (!f.ok) return;
		let { results: p = [] } = await f.json(), m = `things-${crypto.randomUUID()}`, h = s("datalist", { id: m });
		for (let e of p) {
			let t = e.id ?? String(e.number ?? "");
			t && h.append(s("option", { value: t }, e.name ?? ""));
		}
		o.setAttribute("list", m), o.after(h);
		let g = p[0];
		o.value === "" && g && (o.value = g.id ?? String(g.number ?? ""));
	}
}
function x(e) {
	return C()[e] ?? "";
}
function S(e, t) {
	sessionStorage.setItem(v, JSON.stringify({
		...C(),
		[e]: t
	}));
}
function C() {
	try {
		return JSON.parse(sessionStorage.getItem(v) ?? "{}");
	} catch {
		return {};
	}
}
// src/server/http/docs/browser/response.ts
var w = 2e5;
async function T(e, t, n) {
	let r = performance.now(), i = s("p", {
		class: "status",
		role: "status"
	}, "Sending…");
	t.replaceChildren(i);
	try {
		let a = await fetch(e.url, {
			method: e.method,
			headers: {
				...await E(e),
				...e.headers
			},
			signal: n,
			...e.body === void 0 ? {} : { body: e.body },
			...e.headers.Authorization ? { credentials: "omit" } : {}
		}), o = () => `${Math.round(performance.now() - r)} ms`;
		i.textContent = `${a.status} ${a.statusText} · ${o()}`, i.dataset.status = String(a.status)[0], t.append(D(a)), a.status === 401 && t.append(O());
		let s = await k(a, t);
		return i.textContent = `${a.status} ${a.statusText} · ${o()} · ${s.toLocaleString("en-US")} bytes`, a;
	} catch (e) {
		i.dataset.status = "5", i.textContent = n.aborted ? "Cancelled." : `No response: ${e instanceof Error ? e.message : e}`;
		return;
	}
}
async function E({ headers: e }) {
	return e.Authorization ? {} : _();
}
function D({ headers: e }) {
	let t = [...e].map(([e, t]) => `${e}: ${t}`).join("\n");
	return s("details", {}, s("summary", {}, "Headers"), s("pre", { tabindex: "0" }, t));
}
function O() {
	return s("p", {}, s("a", {
		href: "/auth/login",
		target: "_blank"
	}, "Sign in"), " and try again, or use an API key of the project.");
}
async function k(e, t) {
	let n = e.headers.get("content-type") ?? "";
	if (e.status === 204 || !e.body) return 0;
	if (!/json|text|xml|csv/.test(n)) {
		let n = await e.blob(), r = URL.createObjectURL(n);
		return t.append(s("a", {
			href: r,
			download: ""
		}, "Download response")), n.size;
	}
	let r = s("pre", {
		tabindex: "0",
		class: "body"
	});
	t.append(r);
	let i = "", a = 0, o = new TextDecoder(), l = e.body.getReader();
	for (;;) {
		let { done: e, value: t } = await l.read();
		if (e) break;
		a += t.byteLength, i += o.decode(t, { stream: !0 }), n.startsWith("text/event-stream") && (r.textContent = i.slice(0, w));
	}
	return n.includes("json") && !n.includes("ndjson") && (i = A(i)), r.textContent = i.length > w ? `${i.slice(0, w)}\n… ${i.length} characters` : i, t.append(c("Copy response", () => i)), a;
}
function A(e) {
	try {
		return JSON.stringify(JSON.parse(e), null, 2);
	} catch {
		return e;
	}
}
// src/server/http/docs/browser/try-it.ts
var j = "", M = /* @__PURE__ */ new Map();
function N(e) {
	e.addEventListener("toggle", async () => {
		if (!e.open || e.querySelector("form")) return;
		let t = e.dataset.operation ?? "";
		try {
			let n = await r();
			e.append(P(n, i(n, t)));
		} catch (t) {
			e.append(s("p", { role: "alert" }, t instanceof Error ? t.message : String(t)));
		}
	});
}
function P(e, t) {
	let n = /* @__PURE__ */ new Map(), r = s("form", {});
	for (let e of t.parameters) {
		let { row: t, field: i } = y(e);
		n.set(u(e), i), r.append(t);
	}
	let i = I(e, t);
	i && r.append(i.row);
	let a = L(t);
	a && r.append(a);
	let o = s("button", {
		type: "submit",
		class: "send"
	}, "Send"), l = s("button", {
		type: "button",
		class: "quiet",
		hidden: !0
	}, "Stop"), f = s("div", { class: "response" }), p = s("p", {
		class: "problem",
		role: "alert"
	}), h = () => ({
		values: new Map([...n].map(([e, t]) => [e, t.value])),
		body: i?.text() ?? "",
		files: i?.files() ?? /* @__PURE__ */ new Map(),
		apiKey: j
	}), g = () => {
		p.textContent = "";
		try {
			return d(t, h());
		} catch (e) {
			p.textContent = e instanceof Error ? e.message : String(e);
			return;
		}
	}, _ = c("Copy as cURL", () => {
		let e = g();
		return e ? m(e, location.origin) : "";
	});
	return r.append(s("div", { class: "buttons" }, o, l, _), p, f), r.addEventListener("submit", async (e) => {
		e.preventDefault();
		let n = g();
		if (!n || t.method === "DELETE" && !confirm(`Delete ${n.url}?`)) return;
		let r = new AbortController();
		l.onclick = () => r.abort(), o.disabled = !0, l.hidden = !1;
		let i = await T(n, f, r.signal);
		o.disabled = !1, l.hidden = !0;
		let a = i?.headers.get("etag");
		a && M.set(n.url, a);
	}), F(t, n, g), b(e, t, n), r;
}
function F(e, t, n) {
	let r = e.parameters.find(({ name: e }) => e.toLowerCase() === "if-match"), i = r && t.get(u(r));
	i?.addEventListener("focus", () => {
		let e = i.value === "" ? n()?.url : void 0;
		i.value ||= (e && M.get(e)) ?? "";
	});
}
function I(t, { body: n }) {
	if (!n) return;
	if (n.type.startsWith("multipart/")) {
		let e = s("input", { type: "file" });
		return {
			row: s("label", { class: "field" }, s("code", {}, "file"), e),
			text: () => "",
			files: () => {
				let t = e.files?.[0];
				return new Map(t ? [["file", t]] : []);
			}
		};
	}
	let r = s("textarea", {
		rows: "8",
		spellcheck: "false"
	});
	return r.value = JSON.stringify(e(n.schema, t.components), null, 2), r.rows = Math.min(20, r.value.split("\n").length + 1), {
		row: s("label", { class: "field wide" }, s("span", {}, "Body", s("span", { class: "dim" }, ` ${n.type}`)), r),
		text: () => r.value,
		files: () => /* @__PURE__ */ new Map()
	};
}
function L({ takesApiKey: e }) {
	if (!e) return;
	let t = s("input", {
		type: "password",
		autocomplete: "off",
		placeholder: "empty: use your session"
	});
	return t.value = j, t.addEventListener("input", () => {
		j = t.value.trim();
	}), s("label", { class: "field" }, s("span", {}, "API key"), t);
}
// src/server/http/docs/browser/main.ts
var R = localStorage.getItem("mantine-color-scheme-value");
(R === "light" || R === "dark") && (document.documentElement.style.colorScheme = R);
for (let e of document.querySelectorAll("details.try")) N(e);
z(document.querySelector("nav")), B();
function z(e) {
	let t = e?.querySelector("input[type=search]");
	if (!e || !t) return;
	let n = [...e.querySelectorAll("section a")];
	t.addEventListener("input", () => {
		let r = t.value.toLowerCase().split(/\s+/).filter(Boolean);
		e.dataset.searching = String(r.length > 0);
		for (let e of n) {
			let t = `${e.textContent} ${e.hash} ${e.dataset.words ?? ""}`.toLowerCase();
			e.hidden = !r.every((e) => t.includes(e));
		}
		for (let t of e.querySelectorAll("section")) t.hidden = !t.querySelector("a:not([hidden])");
	}), t.addEventListener("keydown", (e) => {
		e.key === "Enter" && n.find((e) => !e.hidden)?.click(), e.key === "Escape" && (t.value = "", t.dispatchEvent(new Event("input")));
	}), document.addEventListener("keydown", (e) => {
		let n = e.target instanceof Element && e.target.closest("input, textarea, select");
		e.key !== "/" || n || (e.preventDefault(), t.focus());
	});
}
function B() {
	let e = new Map([...document.querySelectorAll("nav section a")].map((e) => [e.hash.slice(1), e])), t, n = new IntersectionObserver((n) => {
		let r = n.find(({ isIntersecting: e }) => e), i = r && e.get(r.target.id);
		i && (t?.removeAttribute("aria-current"), i.setAttribute("aria-current", "location"), i.closest("nav")?.scrollTo({ top: i.offsetTop - innerHeight / 2 }), t = i);
	}, { rootMargin: "0px 0px -80% 0px" });
	for (let e of document.querySelectorAll("main section[id]")) n.observe(e);
}
