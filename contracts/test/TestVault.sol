// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "../src/External.sol";
import {Armed} from "./Hostile.sol";
import {PlainToken} from "./TestTokens.sol";

/// An ERC-4626 vault that earns donations and rounds against its users.
contract TestVault is PlainToken {
    IERC20 internal immutable held;

    constructor(IERC20 held_) {
        held = held_;
    }

    function asset() external view returns (address) {
        return address(held);
    }

    function totalAssets() public view virtual returns (uint256) {
        return held.balanceOf(address(this));
    }

    function previewMint(uint256 shares) public view virtual returns (uint256) {
        return _up(shares * (totalAssets() + 1), totalSupply + 1);
    }

    function previewWithdraw(uint256 assets) public view virtual returns (uint256) {
        return _up(assets * (totalSupply + 1), totalAssets() + 1);
    }

    function deposit(uint256 assets, address receiver) public virtual returns (uint256 shares) {
        shares = assets * (totalSupply + 1) / (totalAssets() + 1);
        _enter(assets, shares, receiver);
    }

    function mint(uint256 shares, address receiver) public virtual returns (uint256 assets) {
        assets = previewMint(shares);
        _enter(assets, shares, receiver);
    }

    function redeem(uint256 shares, address receiver, address owner) public virtual returns (uint256 assets) {
        assets = shares * (totalAssets() + 1) / (totalSupply + 1);
        _leave(assets, shares, receiver, owner);
    }

    function withdraw(uint256 assets, address receiver, address owner) public virtual returns (uint256 shares) {
        shares = previewWithdraw(assets);
        _leave(assets, shares, receiver, owner);
    }

    function _enter(uint256 assets, uint256 shares, address receiver) private {
        _take(assets);
        totalSupply += shares;
        balanceOf[receiver] += shares;
    }

    function _leave(uint256 assets, uint256 shares, address receiver, address owner) private {
        if (msg.sender != owner) allowance[owner][msg.sender] -= shares;
        balanceOf[owner] -= shares;
        totalSupply -= shares;
        _call(abi.encodeCall(IERC20.transfer, (receiver, assets)));
    }

    function _take(uint256 assets) internal virtual {
        _call(abi.encodeCall(IERC20.transferFrom, (msg.sender, address(this), assets)));
    }

    function _call(bytes memory data) internal {
        (bool ok,) = address(held).call(data);
        require(ok, "ASSET");
    }

    function _up(uint256 a, uint256 b) private pure returns (uint256) {
        return (a + b - 1) / b;
    }
}

/// A hostile vault: it takes less than it may, keeps what it took, or attacks when called.
contract HostileVault is TestVault, Armed {
    enum Mode {
        Honest,
        TakeHalf,
        GiveNothing,
        AskTooMuch,
        AskTooLittle
    }

    Mode public mode;

    constructor(IERC20 held_) TestVault(held_) {}

    function setMode(Mode mode_) external {
        mode = mode_;
    }

    function previewMint(uint256 shares) public view override returns (uint256) {
        return _lie(super.previewMint(shares));
    }

    function previewWithdraw(uint256 assets) public view override returns (uint256) {
        return _lie(super.previewWithdraw(assets));
    }

    function deposit(uint256 assets, address receiver) public override returns (uint256) {
        _take(assets);
        if (mode != Mode.GiveNothing) balanceOf[receiver] += assets;
        return type(uint256).max;
    }

    function redeem(uint256 shares, address receiver, address owner) public override returns (uint256) {
        _fire();
        balanceOf[owner] -= shares;
        if (mode != Mode.GiveNothing) _call(abi.encodeCall(IERC20.transfer, (receiver, shares)));
        return type(uint256).max;
    }

    function mint(uint256 shares, address receiver) public override returns (uint256) {
        _take(shares);
        if (mode != Mode.GiveNothing) balanceOf[receiver] += shares;
        return 0;
    }

    function _take(uint256 assets) internal override {
        _fire();
        super._take(mode == Mode.TakeHalf ? assets / 2 : assets);
    }

    function _lie(uint256 amount) private view returns (uint256) {
        if (mode == Mode.AskTooMuch) return 2 * amount;
        return mode == Mode.AskTooLittle ? amount / 2 : amount;
    }
}

/// A hostile lending pool that takes half of its allowance.
contract HostileLendingPool is PlainToken {
    function getReserveData(address) external view returns (uint256[8] memory unread, address aToken) {
        return (unread, address(this));
    }

    function supply(address asset, uint256 amount, address onBehalfOf, uint16) external {
        IERC20(asset).transferFrom(msg.sender, address(this), amount / 2);
        balanceOf[onBehalfOf] += amount / 2;
    }
}
