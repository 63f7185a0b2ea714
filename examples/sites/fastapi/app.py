"""A small news site: lists, items, votes, comments, an inbox, saved items, and a home feed."""

import os
import time
from contextlib import asynccontextmanager
from typing import Annotated, Any

import redis.asyncio as redis
from fastapi import Cookie, Depends, FastAPI, Form, HTTPException, Request
from fastapi.responses import PlainTextResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from redis_article import ArticleError, AsyncSite
from starlette.middleware.sessions import SessionMiddleware

client = redis.from_url(os.environ.get("REDIS_URL", "redis://127.0.0.1:6379"))
site = AsyncSite(client, os.environ.get("SITE", "news"))
templates = Jinja2Templates(os.path.join(os.path.dirname(__file__), "templates"))


@asynccontextmanager
async def lifespan(_: FastAPI):
    # A link that was posted within a day becomes a vote. A site that exists stays as it is.
    await site.create(nx=True, dedupe=86400, pagesize=10)
    yield
    await client.aclose()


app = FastAPI(lifespan=lifespan)
app.add_middleware(SessionMiddleware, secret_key=os.environ.get("SECRET_KEY", "only for trying"))


class LoginFirst(Exception):
    """A visitor has no name yet."""


async def viewer(request: Request) -> str | None:
    return request.session.get("user")


async def user(request: Request) -> str:
    if name := await viewer(request):
        return name
    raise LoginFirst


Viewer = Annotated[str | None, Depends(viewer)]
User = Annotated[str, Depends(user)]
Text = Annotated[str, Form()]


@app.exception_handler(LoginFirst)
async def login_first(request: Request, _: Exception) -> Response:
    return RedirectResponse("/login", 303)


@app.exception_handler(ArticleError)
async def refused(request: Request, error: ArticleError) -> Response:
    if error.status >= 500:
        raise error
    return PlainTextResponse(f"{error.text}\n", error.status)


async def show(request: Request, name: str, **content: Any) -> Response:
    reader = await viewer(request)
    about = await site.user(reader) if reader else None
    unseen = about["unseen"] if about else 0
    return templates.TemplateResponse(request, name, {"user": reader, "unseen": unseen, **content})


def back(request: Request) -> Response:
    return RedirectResponse(request.headers.get("referer", "/"), 303)


async def page(request: Request, title: str, **query: Any) -> Response:
    items = await site.page(
        viewer=await viewer(request), marks=["saved"], withcursor=True,
        after=request.query_params.get("after"), **query)
    return await show(request, "list.html", title=title, items=items, cursor=items.cursor)


@app.get("/")
async def front(request: Request, reader: Viewer) -> Response:
    return await page(request, "News", by="gravity", unmuted=reader)


@app.get("/new")
async def new(request: Request, reader: Viewer) -> Response:
    return await page(request, "New", by="time", unmuted=reader)


@app.get("/feed")
async def feed(request: Request, user: User) -> Response:
    return await page(request, "Your feed", by="time", feed=user)


@app.get("/group/{group:path}")
async def group(request: Request, group: str) -> Response:
    return await page(request, group, by="gravity", anyof=[group])


@app.post("/follow/{group:path}")
async def follow(user: User, group: str) -> Response:
    await site.follow(user, "group", group)
    return RedirectResponse("/feed", 303)


def is_shown(article: Any, reader: str | None) -> bool:
    """What waits for a moderator is shown to its poster. What was hidden is shown to nobody."""
    return "hidden" not in article or article["hidden"] == 2 and article["poster"] == reader


@app.get("/item/{id}")
async def item(
    request: Request, reader: Viewer, id: int, visited: Annotated[int, Cookie()] = 0
) -> Response:
    article = await site.get(id, viewer=reader, marks=["saved"])
    if article is None or not is_shown(article, reader):
        raise HTTPException(404)
    tree = await site.tree(id, viewer=reader, marks=["saved"], limit=500)
    new = await site.count(below=id, since=visited) if visited else 0
    response = await show(
        request, "item.html", title=article["title"], item=article, tree=tree, new=new,
        visited=visited)
    # Only the pages of this item get the time of the visit.
    response.set_cookie("visited", str(int(time.time())), path=f"/item/{id}", samesite="lax")
    return response


@app.get("/item/{id}/new")
async def new_comments(request: Request, reader: Viewer, id: int, since: int) -> Response:
    items = await site.comments(below=id, since=since, viewer=reader, marks=["saved"], size=100)
    return await show(request, "list.html", title="New comments", items=items)


@app.get("/login")
async def login_form(request: Request) -> Response:
    return await show(request, "layout.html", title="Log in first")


@app.post("/login")
async def login(request: Request, name: Text) -> Response:
    request.session["user"] = name  # A real site checks a password.
    return RedirectResponse("/", 303)


@app.post("/submit")
async def submit(
    user: User, title: Annotated[str, Form()] = "", link: Annotated[str, Form()] = "",
    groups: Annotated[str, Form()] = "",
) -> Response:
    if link and not link.startswith(("http://", "https://")):
        raise HTTPException(400, "Other links can run scripts")
    about = await site.user(user)
    # Posts of those who were voted down wait for a moderator.
    held = about is not None and about["karma"] < 0
    id = await site.post(user, title, link, groups=groups.split(), held=held)
    return RedirectResponse(f"/item/{id}", 303)


@app.post("/vote/{id}/{vote}")
async def vote(request: Request, user: User, id: int, vote: str) -> Response:
    await site.vote(user, id, vote)
    return back(request)


@app.post("/comment/{parent}")
async def comment(request: Request, user: User, parent: int, text: Text) -> Response:
    await site.comment(user, parent, text)
    return back(request)


@app.get("/inbox")
async def inbox(request: Request, user: User) -> Response:
    items = await site.answers(user, viewer=user, marks=["saved"])
    await site.seen(user, items)
    return await show(request, "list.html", title="Inbox", items=items)


@app.get("/saved")
async def saved(request: Request, user: User) -> Response:
    items = await site.marked(user, "saved", viewer=user, marks=["saved"])
    return await show(request, "list.html", title="Saved", items=items)


@app.post("/save/{id}")
async def save(request: Request, user: User, id: int) -> Response:
    await site.mark(user, "saved", id)
    return back(request)


@app.post("/unsave/{id}")
async def unsave(request: Request, user: User, id: int) -> Response:
    await site.unmark(user, "saved", id)
    return back(request)


async def moderator(user: User) -> str:
    if user != "moderator":  # A real site checks a password.
        raise HTTPException(403)
    return user


@app.get("/queue", dependencies=[Depends(moderator)])
async def queue(request: Request) -> Response:
    items = await site.page(by="time", held=True)
    return await show(request, "list.html", title="Queue", items=items, is_queue=True)


@app.post("/publish/{id}", dependencies=[Depends(moderator)])
async def publish(request: Request, id: int) -> Response:
    await site.moderate("publish", id)
    return back(request)
